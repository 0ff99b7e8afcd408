import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { WorkerConfiguration } from '../configuration';
import { ConnectionApiBeside } from '../testing/connection-api-beside';
import { linkShop } from '../testing/linked-shop';
import { PatientPlugin } from '../testing/patient-plugin';
import { EraseDisconnectedConnections } from './erase-disconnected-connections';

const rounds = 20;
const credentials = { connection_token: 'canary', consumer_key: 'ck_canary', consumer_secret: 'cs_canary' };

let database: TestDatabase;
let api: ConnectionApiBeside;
let plugin: PatientPlugin;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  plugin = await PatientPlugin.start();
  // A longer window than the worker's, so that both a reconnect and an erasure are allowed at once.
  api = await ConnectionApiBeside.start({ database, environment: { DISCONNECTED_GRACE_DAYS: '60' } });
});
afterAll(async () => {
  await api.stop();
  await plugin.stop();
  await database.stop();
});

const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
const erase = () => new EraseDisconnectedConnections(database.dataSource, new WorkerConfiguration()).erase(new AbortController().signal);

async function disconnected(): Promise<string> {
  const { connectionId } = await linkShop(database.dataSource, { url: plugin.nextShop(), credentials });
  await sql(`update system_connections set status = 'disconnected', disconnected_at = now() - interval '31 days' where id = $1`, [
    connectionId,
  ]);
  return connectionId;
}

it('either the end of the grace period or a concurrent reconnect wins', async () => {
  const won = { reconnect: 0, erase: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const id = await disconnected();
    const reconnecting = api.reconnect(id);
    await until(() => plugin.waitingChecks === 1);
    // In the first two rounds each goes first; then they race.
    if (round === 0) await erase();
    plugin.respond();
    if (round === 1) await reconnecting;
    await Promise.all([sleep(Math.random() * 30).then(erase), sleep(Math.random() * 30).then(erase)]);
    const winner = (await reconnecting) === 200 ? 'reconnect' : 'erase';
    won[winner] += 1;
    const [row] = await sql<{ status: string; credentials: string | null; isDeleted: boolean }>(
      'select status, credentials, deleted_at is not null as "isDeleted" from system_connections where id = $1',
      [id],
    );
    const expected = {
      reconnect: { status: 'active', credentials: expect.any(String) as string, isDeleted: false },
      erase: { status: 'disconnected', credentials: null, isDeleted: true },
    };
    expect(row).toEqual(expected[winner]);
    const logged = await sql<{ reason: string }>('select reason from connection_transitions where system_connection_id = $1', [id]);
    expect(logged).toEqual([{ reason: winner === 'reconnect' ? 'reconnection' : 'end of grace' }]);
    const syncs = await sql(`select from tasks where system_connection_id = $1 and name = 'derive-sync-rules'`, [id]);
    expect(syncs).toHaveLength(winner === 'reconnect' ? 1 : 0);
  }
  expect(won.reconnect).toBeGreaterThan(0);
  expect(won.erase).toBeGreaterThan(0);
});
