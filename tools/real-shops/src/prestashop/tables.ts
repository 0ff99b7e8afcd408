import type { MariaDb } from '../host/mariadb';
import { prestashopDatabase } from './raise-prestashop';

export type Row = Record<string, string | null>;

/** Reads the shop's tables whole: it is small. */
export class PrestaShopTables {
  private readonly cache = new Map<string, Promise<Row[]>>();

  constructor(private readonly database: MariaDb) {}

  /** Every row with every column, as text. The table's name is without its prefix. */
  all(table: string): Promise<Row[]> {
    const found = this.cache.get(table) ?? this.read(table);
    this.cache.set(table, found);
    return found;
  }

  /** The rows by one of their columns. */
  async grouped(table: string, column: string): Promise<Map<string, Row[]>> {
    const groups = new Map<string, Row[]>();
    for (const row of await this.all(table)) {
      const key = row[column] ?? '';
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return groups;
  }

  async setting(name: string): Promise<string> {
    const rows = await this.all('configuration');
    return rows.find((row) => row.name === name)?.value ?? '';
  }

  private async read(table: string): Promise<Row[]> {
    const columns = (await this.database.execute(`show columns from ps_${table}`, prestashopDatabase))
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
    return this.database.rows(prestashopDatabase, columns, `ps_${table}`);
  }
}
