import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { impairmentNow } from './impairments';
import type { StatusReason } from './transitions';
import { noteAcceptedWebhooks, noteUnannouncedChanges, standingSeconds } from './webhook-standings';

let database: TestDatabase;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  id = uuidv7();
  await database.dataSource.query(`insert into system_connections (id, name, status) values ($1, 'Shop', 'active')`, [id]);
});

const sql = <T>(text: string, values: unknown[]) => database.dataSource.query<T>(text, values);
const note = (capability: string) =>
  noteAcceptedWebhooks((text, values = []) => sql<unknown[]>(text, values), [{ connectionId: id, capability }]);
const accept = async (capability = 'orders') => {
  await note(capability);
  await later();
};
/** As long as webhooks need not be noted, and a little more, passes. */
async function later(): Promise<void> {
  const ago = `interval '${standingSeconds + 1} seconds'`;
  await sql(`update webhook_standings set accepted_at = accepted_at - ${ago} where system_connection_id = $1`, [id]);
  await sql(`update sync_runs set started_at = started_at - ${ago} where system_connection_id = $1`, [id]);
}
const reason = async () =>
  (await database.dataSource.query<{ reason: StatusReason | null }[]>(`select ${impairmentNow('$1::uuid')} as reason`, [id]))[0]?.reason ??
  null;

interface Ended {
  written?: number;
  isOfAll?: boolean;
  capability?: string;
  state?: string;
}

/** A run that ends now. */
async function end({ written = 1, isOfAll = false, capability = 'orders', state = 'succeeded' }: Ended): Promise<void> {
  const runId = uuidv7();
  await sql(
    `insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, records_written, started_at, finished_at)
     values ($1, $2, $3, 'delta', $4, case when not $5 then now() end, $6, now(), now())`,
    [runId, id, capability, state, isOfAll, written],
  );
  await noteUnannouncedChanges(database.dataSource, runId);
}

async function sync(ended: Ended = {}): Promise<void> {
  await end(ended);
  await later();
}

it('two syncs in a row that find what no webhook announced say that the shop sends none, until the next one', async () => {
  await accept();
  await sync({ written: 0 });
  await sync();
  expect(await reason()).toBeNull();
  await sync();
  const silent = await reason();
  expect(silent).toMatchObject({ code: 'webhooks_silent', message: expect.stringContaining('orders') as string });
  await sync();
  await sync({ written: 0 });
  await accept('products');
  expect(await reason()).toEqual(silent);
  await accept();
  expect(await reason()).toBeNull();
});

it.each<[string, Ended[]]>([
  ['that find nothing', [{ written: 0 }, { written: 0 }, { written: 0 }]],
  ['of all records', [{ isOfAll: true }, { isOfAll: true }, { isOfAll: true }]],
  ['of other records', [{ capability: 'products' }, { capability: 'products' }, { capability: 'products' }]],
  ['before which none succeeded', [{ state: 'failed' }, { state: 'failed' }, { state: 'cancelled' }]],
])('syncs %s say nothing about webhooks', async (_which, runs) => {
  await accept();
  for (const run of runs) await sync(run);
  expect(await reason()).toBeNull();
});

it('a sync that finds what changed since a webhook says nothing: the one about it may be on its way', async () => {
  await accept();
  await sync();
  for (let count = 0; count < 3; count += 1) {
    await accept();
    await sync();
  }
  expect(await reason()).toBeNull();
});

it('syncs that follow a webhook at once say nothing: another one may have come that was not noted', async () => {
  await note('orders');
  for (let count = 0; count < 4; count += 1) await end({});
  expect(await reason()).toBeNull();
});

it('a shop that never sent a webhook is not expected to', async () => {
  for (let count = 0; count < 4; count += 1) await sync();
  expect(await reason()).toBeNull();
});
