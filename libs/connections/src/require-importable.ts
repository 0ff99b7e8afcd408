import { capabilitiesNow, RefusedValues, type SyncObstacle, syncObstacles } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';

const sentences: Readonly<Record<SyncObstacle, string>> = {
  no_target: "None of the company's own products is connected, so nothing would receive the records of this shop. Connect a product first.",
  nothing_selected: 'The settings of this shop send no records. Choose a direction and kinds of records that leave the shop.',
  no_rule:
    'No active sync rule leads from this shop to a product. Default rules follow a few seconds after an activation; a rule that was switched off stays off.',
};

/** What the connection may import now. Throws RefusedValues, at the pointer, if that is nothing: `code` names the obstacle. */
export async function requireImportable(sql: SqlRunner, connectionId: string, pointer: string): Promise<SystemCapability[]> {
  const rows = await sql.query<{ importable: SystemCapability[] | null }[]>(`select ${capabilitiesNow('$1::uuid')} as importable`, [
    connectionId,
  ]);
  const importable = rows[0]?.importable ?? [];
  if (importable.length > 0) return importable;
  const code = (await syncObstacles(sql, [connectionId])).get(connectionId);
  const detail = code === undefined ? 'The connection may not import anything now.' : sentences[code];
  throw new RefusedValues([{ pointer, detail, ...(code !== undefined && { code }) }]);
}
