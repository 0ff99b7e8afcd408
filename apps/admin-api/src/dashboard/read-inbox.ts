import { findNeeds, type FoundNeed } from '@sync/connections';
import { fullyVisibleConnections, type Viewer } from '@sync/domain';
import { readFailedWork, type FailedWork } from '@sync/durable-work';
import { readStoredBytes } from '@sync/record-store';
import type { DataSource } from 'typeorm';
import { readWorkPlaces, type WorkPlace } from '../work/work-place-representation';
import { needs, type InboxEntry, type InboxPart, type Need } from './dashboard-representation';

const limits = { limit: 20, maxCounted: 1_000 };

type Places = ReadonlyMap<string, WorkPlace>;

/** What needs a person now, of what the viewer sees in full. */
export async function readInbox(dataSource: DataSource, viewer: Viewer): Promise<InboxPart[]> {
  const [found, failed] = await Promise.all([
    findNeeds(dataSource, viewer, limits),
    readFailedWork(dataSource, fullyVisibleConnections(viewer), limits),
  ]);
  const places = await readWorkPlaces(
    dataSource,
    [...found.map(({ connectionId }) => connectionId), ...failed.groups.map(({ systemConnectionId }) => systemConnectionId)].filter(
      (id) => id !== null,
    ),
  );
  const crowded = found.flatMap(({ need, tenantId }) => (need === 'quota' && tenantId !== null ? [tenantId] : []));
  const stored = crowded.length > 0 ? await readStoredBytes(dataSource, crowded) : new Map<string, number>();
  return needs.flatMap((need) =>
    need === 'failed_work'
      ? partOf(need, failed.total, presentFailedWork(failed, places))
      : partOf(
          need,
          ...presentNeeds(
            found.filter((one) => one.need === need),
            places,
            stored,
          ),
        ),
  );
}

const partOf = (need: Need, total: number, entries: InboxEntry[]): InboxPart[] => (entries.length > 0 ? [{ need, total, entries }] : []);

function presentNeeds(found: readonly FoundNeed[], places: Places, stored: ReadonlyMap<string, number>): [number, InboxEntry[]] {
  const entries = found.map(({ need, connectionId, code, since, count, subjectId, capability, tenantId }): InboxEntry => ({
    reason: code,
    since,
    count,
    place: places.get(connectionId) ?? null,
    sync_run: subjectId !== null && capability !== null ? { id: subjectId, capability } : null,
    webhook_endpoint_id: need === 'endpoints' ? subjectId : null,
    task: null,
    stored_bytes: need === 'quota' ? (stored.get(tenantId ?? '') ?? 0) : null,
  }));
  return [found[0]?.total ?? 0, entries];
}

function presentFailedWork({ groups }: FailedWork, places: Places): InboxEntry[] {
  return groups.map(({ name, queue, systemConnectionId, count, since }) => ({
    reason: 'failed_work',
    since,
    count,
    place: places.get(systemConnectionId ?? '') ?? null,
    sync_run: null,
    webhook_endpoint_id: null,
    task: { name, queue },
    stored_bytes: null,
  }));
}
