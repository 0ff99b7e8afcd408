import type { MariaDb, Row } from '../mariadb';

export const prestashopDatabase = 'prestashop';

const names = [
  ...['address', 'category_lang', 'category_product', 'configuration', 'country', 'currency', 'customer', 'image', 'manufacturer'],
  ...['order_detail', 'order_slip', 'order_state', 'order_state_lang', 'orders', 'product', 'product_lang', 'product_shop'],
  ...['product_tag', 'state', 'tag'],
] as const;
type Table = (typeof names)[number];

/** The shop's tables, read whole: they are small. */
export class PrestaShopTables {
  private readonly groups = new Map<string, Map<string, Row[]>>();

  private constructor(private readonly tables: ReadonlyMap<Table, Row[]>) {}

  static async read(database: MariaDb): Promise<PrestaShopTables> {
    const tables = new Map<Table, Row[]>();
    for (const name of names) tables.set(name, await database.rows(prestashopDatabase, `ps_${name}`));
    return new PrestaShopTables(tables);
  }

  all(table: Table): readonly Row[] {
    return this.tables.get(table) ?? [];
  }

  /** The rows with a value in one of their columns. */
  where(table: Table, column: string, value: string | null | undefined): readonly Row[] {
    const name = `${table}.${column}`;
    const group = this.groups.get(name) ?? this.grouped(table, column);
    this.groups.set(name, group);
    return group.get(String(value)) ?? [];
  }

  one(table: Table, column: string, value: string | null | undefined): Row | undefined {
    return this.where(table, column, value)[0];
  }

  setting(name: string): string {
    return this.one('configuration', 'name', name)?.value ?? '';
  }

  /** Of the texts of a row, the one in the shop's default language. */
  text(table: 'category_lang' | 'order_state_lang', column: string, id: string | null | undefined): string | null {
    const language = this.setting('PS_LANG_DEFAULT');
    return this.where(table, column, id).find(({ id_lang }) => id_lang === language)?.name ?? null;
  }

  private grouped(table: Table, column: string): Map<string, Row[]> {
    const groups = new Map<string, Row[]>();
    for (const row of this.all(table)) {
      const group = groups.get(String(row[column]));
      if (group) group.push(row);
      else groups.set(String(row[column]), [row]);
    }
    return groups;
  }
}
