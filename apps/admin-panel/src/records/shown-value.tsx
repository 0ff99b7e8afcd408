import { useLanguage } from '../language/use-language';
import { At } from '../ui/time';
import type { FieldForm } from './record-fields';
import { addressText, moneyText, type Members } from './record-texts';

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

/** A shop may write anything there, also a script. */
function ShopLink({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {address}
    </a>
  );
}
