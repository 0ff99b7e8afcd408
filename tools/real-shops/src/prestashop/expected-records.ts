import type { ExpectedRecords } from '../comparison/compare-records';
import { trimmed } from '../comparison/readable-text';
import type { Capability } from '../service/service';
import { attributesOf, customerAttributes } from './attribute-kinds';
import { common } from './common-fields';
import { expectedOrders } from './expected-orders';
import { expectedProducts } from './expected-products';
import { shopTime } from './shop-time';
import type { PrestaShopTables, Row } from './tables';

/** What the service should serve for the rows of the shop's tables. Written from the specification alone. */
export function expectedOfPrestaShop(type: Capability, tables: PrestaShopTables, url: string): Promise<ExpectedRecords> {
  if (type === 'customers') return expectedCustomers(tables);
  return type === 'orders' ? expectedOrders(tables) : expectedProducts(tables, url);
}

/** A soft-deleted customer is gone. */
async function expectedCustomers(tables: PrestaShopTables): Promise<ExpectedRecords> {
  const rows = (await tables.all('customer')).filter(({ deleted }) => deleted === '0');
  return new Map(rows.map((row) => [String(row.id_customer), customer(row)]));
}

function customer(row: Row) {
  const isSubscribed = row.newsletter === '1';
  const since = isSubscribed ? shopTime(row.newsletter_date_add ?? null) : null;
  return {
    ...common(row, 'id_customer', attributesOf(row, customerAttributes)),
    email: row.email,
    first_name: trimmed(row.firstname),
    last_name: trimmed(row.lastname),
    gender: { '0': 'unknown', '1': 'male', '2': 'female' }[String(row.id_gender)] ?? 'other',
    date_of_birth: row.birthday?.startsWith('0000') ? null : row.birthday,
    newsletter_consent: {
      subscribed: isSubscribed,
      confirmed: false,
      channel: 'email',
      source: 'integration',
      subscribed_at: since,
      subscribed_at_utc: since,
      ip_address: trimmed(row.ip_registration_newsletter),
    },
  };
}
