import { minor } from '../amounts';
import type { ExpectedRecord, ExpectedRecords } from '../compare-records';
import type { Row } from '../mariadb';
import type { Capability } from '../shop';
import { readable, trimmed } from '../texts';
import { expectedOrder } from './expected-order';
import { attributesOf, common, customerAttributes, productAttributes, shopTime } from './fields';
import type { PrestaShopTables } from './tables';

/** What the service should serve for the rows of the shop's tables. Written from the specification alone. A soft-deleted customer is gone. */
export function expectedOfPrestaShop(type: Capability, tables: PrestaShopTables, url: string): ExpectedRecords {
  const records = {
    customers: () => tables.where('customer', 'deleted', '0').map((row) => customer(row)),
    products: () => tables.all('product').map((row) => product(row, tables, url)),
    orders: () => tables.all('orders').map((row) => expectedOrder(row, tables)),
  };
  return new Map(records[type]().map((record) => [String(record.source_id), record]));
}

function customer(row: Row): ExpectedRecord {
  const isSubscribed = row.newsletter === '1';
  const since = isSubscribed ? shopTime(row.newsletter_date_add) : null;
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
      // The service keeps network addresses of customers only where its operator wants them.
      ip_address: null,
    },
  };
}

function product(global: Row, tables: PrestaShopTables, url: string): ExpectedRecord {
  const id = String(global.id_product);
  const row = { ...global, ...tables.one('product_shop', 'id_product', id) };
  const language = tables.setting('PS_LANG_DEFAULT');
  const texts = tables.where('product_lang', 'id_product', id);
  const own = texts.filter(({ id_lang }) => id_lang === language);
  const inOrder = [...own, ...texts.filter(({ id_lang }) => id_lang !== language)];
  return {
    ...common(row, 'id_product', attributesOf(row, productAttributes)),
    name: trimmed(own[0]?.name) ?? trimmed(inOrder[1]?.name) ?? `#${id}`,
    status: row.active === '1' && row.state === '1' ? 'active' : 'inactive',
    sku: trimmed(row.reference),
    price: minor(row.price),
    original_price: minor(row.price),
    currency: tables.one('currency', 'id_currency', tables.setting('PS_CURRENCY_DEFAULT'))?.iso_code,
    categories: categoriesOf(row, tables),
    tags: tables.where('product_tag', 'id_product', id).flatMap(({ id_tag }) => tables.one('tag', 'id_tag', id_tag)?.name ?? []),
    image_url: imageOf(id, tables, url),
    url: `${url}/index.php?controller=product&id_product=${id}`,
    description: inOrder.flatMap((text) => [readable(text.description), readable(text.description_short)]).find((text) => text !== null),
    brand_name: trimmed(tables.one('manufacturer', 'id_manufacturer', row.id_manufacturer)?.name),
  };
}

/** The default category first, without the roots of the tree. */
function categoriesOf({ id_product, id_category_default }: Row, tables: PrestaShopTables): string[] {
  const ids = tables.where('category_product', 'id_product', id_product).map(({ id_category }) => id_category);
  const ordered = [...ids.filter((id) => id === id_category_default), ...ids.filter((id) => id !== id_category_default)];
  const roots = [tables.setting('PS_ROOT_CATEGORY'), tables.setting('PS_HOME_CATEGORY')];
  return ordered
    .filter((id) => !roots.includes(String(id)))
    .flatMap((id) => trimmed(tables.text('category_lang', 'id_category', id)) ?? []);
}

function imageOf(product: string, tables: PrestaShopTables, url: string): string | null {
  const all = tables.where('image', 'id_product', product);
  const image = (all.find(({ cover }) => cover === '1') ?? all[0])?.id_image;
  return image ? `${url}/img/p/${[...image].join('/')}/${image}-large_default.jpg` : null;
}
