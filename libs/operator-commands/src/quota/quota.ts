import { findTenantQuota, setTenantQuota } from '@sync/domain';
import { recordAudit } from '@sync/identity';
import { readStoredBytes } from '@sync/record-store';
import { byteSize } from '@sync/records';
import { databaseCommand, type Database } from '../database-command';
import { readCommand, usage, type QuotaCommand } from './command';

/** False when the tenant does not exist. */
function give(database: Database, tenantId: string, quota: number | null): Promise<boolean> {
  return database.transaction(async (manager) => {
    const before = await setTenantQuota(manager, tenantId, quota);
    if (!before) return false;
    const change = { before: { max_bytes: before.quota }, after: { max_bytes: quota } };
    await recordAudit(manager, {
      actor: 'operator',
      action: 'tenant.change',
      object: { type: 'tenant', id: tenantId },
      tenantId,
      ...change,
    });
    return true;
  });
}

async function show(database: Database, tenantId: string, defaultQuota: number): Promise<string | null> {
  const tenant = await findTenantQuota(database.manager, tenantId);
  if (!tenant) return null;
  const stored = (await readStoredBytes(database, [tenantId])).get(tenantId) ?? 0;
  const allowed = tenant.quota ?? defaultQuota;
  const origin = tenant.quota === null ? 'the quota of every tenant' : 'a quota of its own';
  return `${tenant.name} stores ${byteSize(stored)} of ${allowed === 0 ? 'any number' : byteSize(allowed)} (${origin}).`;
}

/** Shows and changes how much a tenant may store. */
export const quota = databaseCommand({
  name: 'quota',
  does: 'Shows and changes how much a tenant may store.',
  usage,
  read: readCommand,
  run: async (database, { tenantId, set }: QuotaCommand, { configuration }) => {
    if (set !== undefined) await give(database, tenantId, set);
    const line = await show(database, tenantId, configuration().tenantMaxBytes);
    return { lines: [line ?? 'There is no such tenant.'], ok: line !== null };
  },
});
