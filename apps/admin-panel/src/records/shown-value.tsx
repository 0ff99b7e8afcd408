import { useLanguage } from '../language/use-language';
import { At } from '../ui/time';
import type { FieldForm } from './record-fields';

type Members = Readonly<Record<string, string | boolean | null>>;

/** Members of an address as they are read: what stands together is one line. */
const addressLines = [
  ['company'],
  ['first_name', 'last_name'],
  ['address1'],
  ['address2'],
  ['postal_code', 'city'],
  ['region'],
  ['country'],
];

/** An amount in minor units, which are hundredths in every currency. */
export function moneyText(locale: string, amount: number, currency: string | null): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const isCurrency = currency !== null && /^[A-Z]{3}$/.test(currency);
  return new Intl.NumberFormat(locale, isCurrency ? { ...decimals, style: 'currency', currency } : decimals).format(amount / 100);
}

/** A value of a record as a person reads it. `currency`: of the record, if it has one. */
export function ShownValue({ form, value, currency }: { form: FieldForm; value: unknown; currency: string | null }) {
  const { locale, t } = useLanguage();
  switch (form) {
    case 'number':
      return new Intl.NumberFormat(locale).format(Number(value));
    case 'money':
      return moneyText(locale, Number(value), currency);
    case 'instant':
      return <At at={String(value)} />;
    case 'list':
      return (value as readonly string[]).join(', ');
    case 'address':
      return addressText(value as Members);
    case 'consent':
      return t((value as Members).subscribed ? 'field.subscribed' : 'field.notSubscribed');
    case 'link':
      return <ShopLink address={String(value)} />;
    case 'text':
      return String(value);
  }
}

function addressText(address: Members): string {
  const lines = addressLines.map((names) => names.flatMap((name) => address[name] ?? []).join(' '));
  return lines.filter((line) => line !== '').join(', ');
}

/** A shop may write anything there, also a script. */
function ShopLink({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  );
}
