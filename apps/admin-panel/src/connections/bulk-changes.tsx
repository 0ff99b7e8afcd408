import { isFull, type AnyConnection, type FullConnection, type SyncRun } from '../api/representations';
import { request } from '../api/request';
import { readAll } from '../data/read-all';
import { useText } from '../language/use-language';
import { BulkDialog, type Bulk } from '../ui/bulk';
import { useDialogs } from '../ui/dialogs';

const max = 500;

type Filters = Readonly<Record<string, string>>;

async function readFull(filters: Filters) {
  const { rows, hasMore } = await readAll<AnyConnection>('connections', filters, max);
  return { rows: rows.filter(isFull), hasMore };
}

const reconnectAll = (filters: Filters): Bulk<FullConnection> => ({
  title: 'bulk.reconnect',
  text: 'bulk.reconnectText',
  action: 'action.reconnect',
  none: 'bulk.reconnectNone',
  load: () => readFull(filters),
  request: ({ id }) => ['POST', `connections/${id}/reconnect`],
  nameOf: ({ name }) => name,
});

/** The runs that hold deletions back. A connection has at most one for each kind of records, among its newest. */
async function readHeldBack(filters: Filters) {
  const { rows, hasMore } = await readFull(filters);
  const runs: SyncRun[] = [];
  for (const { id } of rows.filter(({ status_reason: reason }) => reason?.code === 'deletions_held_back')) {
    const { data } = await request<{ data: SyncRun[] }>('GET', 'sync-runs', { query: { connection_id: id, limit: 200 } });
    runs.push(...data.filter(({ deletions_held_back: count }) => count > 0));
  }
  return { rows: runs, hasMore };
}

const confirmAllDeletions = (filters: Filters): Bulk<SyncRun> => ({
  title: 'bulk.confirmDeletions',
  text: 'bulk.confirmDeletionsText',
  action: 'bulk.confirmDeletions',
  none: 'bulk.confirmDeletionsNone',
  isDangerous: true,
  needsReason: true,
  load: () => readHeldBack(filters),
  numbers: (runs) => ({ records: runs.reduce((sum, { deletions_held_back: count }) => sum + count, 0) }),
  request: ({ id }) => ['POST', `sync-runs/${id}/confirm-deletions`],
  nameOf: ({ connection }) => connection.name,
});

/** What can be done to all that the list shows. */
export function BulkChanges({ filters, shown }: { filters: Filters; shown: string }) {
  const t = useText();
  const open = useDialogs();
  if (shown === 'error')
    return (
      <button type="button" onClick={() => open((onClose) => <BulkDialog bulk={reconnectAll(filters)} onClose={onClose} />)}>
        {t('bulk.reconnect')}
      </button>
    );
  if (shown === 'impaired')
    return (
      <button type="button" onClick={() => open((onClose) => <BulkDialog bulk={confirmAllDeletions(filters)} onClose={onClose} />)}>
        {t('bulk.confirmDeletions')}
      </button>
    );
  return null;
}
