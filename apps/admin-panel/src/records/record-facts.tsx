import type { RecordKind } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Facts } from '../ui/facts';
import { Table } from '../ui/listing';
import { At } from '../ui/time';
import { recordFields, sharedFields, type FieldForm } from './record-fields';
import { addressText, moneyText, type Members } from './record-texts';

/** A record of the feed. */
export interface StoredRecord extends Readonly<Record<string, unknown>> {
  currency?: string | null;
  deleted_at: string | null;
  line_items?: readonly LineItem[];
  custom_attributes: readonly { key: string; value: string | number | boolean | null }[];
}

interface LineItem {
  source_id: string;
  name: string;
  sku: string | null;
  quantity: number;
  /** Minor units. */
  unit_price: number;
  /** Minor units. */
  total: number;
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What a reader looks for, in words; then what was ordered, the platform's own fields, and the whole record. */
export function RecordFacts({ kind, record }: { kind: RecordKind; record: StoredRecord }) {
  const { t } = useLanguage();
  const fields = [...recordFields[kind], ...sharedFields];
  const { line_items: items = [], custom_attributes: attributes, currency = null } = record;
  return (
    <>
      <Facts
        of={fields.map(
          ([name, form]) =>
            [
              t(`field.${name}`),
              isEmpty(record[name]) ? undefined : <ShownValue form={form} value={record[name]} currency={currency} />,
            ] as const,
        )}
      />
      {items.length > 0 && <LineItems items={items} currency={currency} />}
      {attributes.length > 0 && (
        <details>
          <summary>{t('lookup.attributes', { count: attributes.length })}</summary>
          <Facts of={attributes.map(({ key, value }) => [key, String(value)] as const)} />
        </details>
      )}
      <details>
        <summary>{t('lookup.whole')}</summary>
        <pre>{JSON.stringify(record, null, 2)}</pre>
      </details>
    </>
  );
}

function LineItems({ items, currency }: { items: readonly LineItem[]; currency: string | null }) {
  const { locale, t } = useLanguage();
  return (
    <Table
      caption={t('field.line_items')}
      columns={{
        'field.line_items': ({ name, sku }) => (
          <>
            {name}
            <span className="hint">{sku}</span>
          </>
        ),
        'field.quantity': ({ quantity }) => new Intl.NumberFormat(locale).format(quantity),
        'field.unit_price': ({ unit_price: price }) => moneyText(locale, price, currency),
        'field.total': ({ total }) => moneyText(locale, total, currency),
      }}
      rows={items.map((item, place) => ({ ...item, id: `${place} ${item.source_id}` }))}
    />
  );
}

/** A value of a record as a person reads it. `currency`: of the record, if it has one. */
function ShownValue({ form, value, currency }: { form: FieldForm; value: unknown; currency: string | null }) {
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
