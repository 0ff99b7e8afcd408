import type { SqlRunner } from './sql-runner';

/** Columns of a table for people and programs that may quote an e-mail address, although nothing should put one there. */
export interface NamingTexts {
  table: string;
  /** SQL: the row is of the tenant $1, and of its connection $3 unless that is null. */
  isInScope: string;
  texts: readonly string[];
  /** Of jsonb. */
  objects?: readonly string[];
}

/** Whose rows are looked at. `connectionId`: only of this connection; null: of every one of the tenant. */
export interface TextScope {
  tenantId: string;
  connectionId: string | null;
}

const names = ({ texts, objects = [] }: NamingTexts) =>
  `strpos(lower(concat_ws(' ', ${[...texts, ...objects.map((column) => `${column}::text`)].join(', ')})), $2) > 0`;

/** A text that names the address becomes `[erased]`. `address`: in lower case. Returns how many rows it changed. */
export async function eraseTexts(sql: SqlRunner, naming: NamingTexts, scope: TextScope, address: string): Promise<number> {
  const { table, isInScope, texts, objects = [] } = naming;
  const sets = [
    ...texts.map((column) => `${column} = case when strpos(lower(${column}), $2) > 0 then '[erased]' else ${column} end`),
    ...objects.map((column) => `${column} = without_address(${column}, $2)`),
  ];
  const erase = `
    with erased as (update ${table} set ${sets.join(', ')} where ${isInScope} and ${names(naming)} returning 1)
    select count(*)::int as count from erased`;
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(erase, [scope.tenantId, address, scope.connectionId]);
  return count;
}

/** The rows whose texts name the address: id and texts. */
export function rowsNaming(sql: SqlRunner, naming: NamingTexts, scope: TextScope, address: string): Promise<Record<string, unknown>[]> {
  const columns = ['id', ...naming.texts, ...(naming.objects ?? [])].join(', ');
  return sql.query(`select ${columns} from ${naming.table} where ${naming.isInScope} and ${names(naming)} order by id`, [
    scope.tenantId,
    address,
    scope.connectionId,
  ]);
}
