import { CannotRun } from './surroundings';

const ownedBySomeoneElse = `select from pg_class where oid = to_regclass('public.tenants') and not pg_has_role(relowner, 'usage')`;

/**
 * Commands work for all tenants and touch what no app may: the owner of the tables alone can. Any other role would find no rows. Throws
 * CannotRun.
 */
export async function requireOwner(rowsOf: (sql: string) => Promise<readonly unknown[]>): Promise<void> {
  if ((await rowsOf(ownedBySomeoneElse)).length > 0)
    throw new CannotRun('The login in DATABASE_URL does not own the tables. Use that of the migration (docs/operations/database.md).');
}
