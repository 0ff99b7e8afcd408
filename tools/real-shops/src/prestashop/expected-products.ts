import { minor } from '../comparison/amounts';
import type { ExpectedRecord, ExpectedRecords } from '../comparison/compare-records';
import { trimmed, readable } from '../comparison/readable-text';
import { attributesOf, productAttributes } from './attribute-kinds';
import { common } from './common-fields';
import type { PrestaShopTables, Row } from './tables';

interface Lookups {
  texts: ReadonlyMap<string, Row[]>;
  images: ReadonlyMap<string, Row[]>;
  manufacturers: ReadonlyMap<string, Row[]>;
  /** Ids of categories by product. */
  categories: ReadonlyMap<string, Row[]>;
  categoryNames: ReadonlyMap<string, string | null>;
  tagsOf: ReadonlyMap<string, Row[]>;
  tagNames: ReadonlyMap<string, string | null>;
  language: string;
  currency: string | null;
  roots: readonly string[];
  url: string;
}

export async function expectedProducts(tables: PrestaShopTables, url: string): Promise<ExpectedRecords> {
  const language = await tables.setting('PS_LANG_DEFAULT');
  const currency = await tables.setting('PS_CURRENCY_DEFAULT');
  const categoryTexts = (await tables.all('category_lang')).filter(({ id_lang }) => id_lang === language);
  const lookups: Lookups = {
    texts: await tables.grouped('product_lang', 'id_product'),
    images: await tables.grouped('image', 'id_product'),
    manufacturers: await tables.grouped('manufacturer', 'id_manufacturer'),
    categories: await tables.grouped('category_product', 'id_product'),
    categoryNames: new Map(categoryTexts.map(({ id_category, name }) => [String(id_category), name ?? null])),
    tagsOf: await tables.grouped('product_tag', 'id_product'),
    tagNames: new Map((await tables.all('tag')).map(({ id_tag, name }) => [String(id_tag), name ?? null])),
    language,
    currency: (await tables.grouped('currency', 'id_currency')).get(currency)?.[0]?.iso_code ?? null,
    roots: [await tables.setting('PS_ROOT_CATEGORY'), await tables.setting('PS_HOME_CATEGORY')],
    url,
  };
  const shopRows = await tables.grouped('product_shop', 'id_product');
  const rows = await tables.all('product');
  return new Map(
    rows.map((row) => {
      const id = String(row.id_product);
      return [id, product({ ...row, ...shopRows.get(id)?.[0] }, id, lookups)];
    }),
  );
}

function product(row: Row, id: string, lookups: Lookups): ExpectedRecord {
  const texts = lookups.texts.get(id) ?? [];
  const own = texts.filter(({ id_lang }) => id_lang === lookups.language);
  const inOrder = [...own, ...texts.filter(({ id_lang }) => id_lang !== lookups.language)];
  return {
    ...common(row, 'id_product', attributesOf(row, productAttributes)),
    name: trimmed(own[0]?.name) ?? trimmed(inOrder[1]?.name) ?? `#${id}`,
    status: row.active === '1' && row.state === '1' ? 'active' : 'inactive',
    sku: trimmed(row.reference),
    price: minor(row.price),
    original_price: minor(row.price),
    currency: lookups.currency,
    categories: categoriesOf(row, id, lookups),
    tags: (lookups.tagsOf.get(id) ?? []).flatMap(({ id_tag }) => lookups.tagNames.get(String(id_tag)) ?? []),
    image_url: imageOf(id, lookups),
    url: `${lookups.url}/index.php?controller=product&id_product=${id}`,
    description: inOrder.flatMap((text) => [readable(text.description), readable(text.description_short)]).find((text) => text !== null),
    brand_name: trimmed(lookups.manufacturers.get(String(row.id_manufacturer))?.[0]?.name),
  };
}

function categoriesOf(row: Row, id: string, { categories, categoryNames, roots }: Lookups): string[] {
  const ids = (categories.get(id) ?? []).map(({ id_category }) => String(id_category));
  const first = String(row.id_category_default);
  const ordered = [...ids.filter((each) => each === first), ...ids.filter((each) => each !== first)];
  return ordered.filter((each) => !roots.includes(each)).flatMap((each) => trimmed(categoryNames.get(each)) ?? []);
}

function imageOf(product: string, { images, url }: Lookups): string | null {
  const all = images.get(product) ?? [];
  const image = (all.find(({ cover }) => cover === '1') ?? all[0])?.id_image;
  return image ? `${url}/img/p/${[...image].join('/')}/${image}-large_default.jpg` : null;
}
