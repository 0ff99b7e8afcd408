import type { SqlRunner } from '@sync/postgres';

/**
 * Texts in the tenant's entries that name the address become `[erased]`; who did what, when and to what stays. Only while a person of the
 * tenant is being erased. `address`: in lower case. Returns how many entries it changed.
 */
export async function eraseFromAuditLog(sql: SqlRunner, tenantId: string, address: string): Promise<number> {
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>('select erase_from_audit_log($1, $2)::int as count', [
    tenantId,
    address,
  ]);
  return count;
}

/** The entries of the tenant for which the caller works, as far as they name the address. */
export function auditEntriesNaming(sql: SqlRunner, address: string): Promise<Record<string, unknown>[]> {
  return sql.query('select id, at, action, before, after, reason from audit_log_naming($1)', [address]);
}
