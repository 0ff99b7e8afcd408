import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { WorkerConfiguration } from '../configuration';
import { ConnectionApiBeside } from '../testing/connection-api-beside';
import { linkShop } from '../testing/linked-shop';
import { PatientPlugin } from '../testing/patient-plugin';
import { EraseDisconnectedConnections } from './erase-disconnected-connections';

const rounds = 20;
const credentials = { connection_token: 'told', consumer_key: 'ck_told', consumer_secret: 'cs_told' };

let database: TestDatabase;
let api: ConnectionApiBeside;
let plugin: PatientPlugin;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  plugin = await PatientPlugin.start();
  // Its window is longer than the worker's, so that at one moment the one may reconnect what the other may erase.
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

it('the end of the grace period and a reconnect at once: exactly one of them wins', async () => {
  const won = { reconnect: 0, erase: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const id = await disconnected();
    const reconnecting = api.reconnect(id);
    await until(() => plugin.asked === 1);
    // Once each has all the time that it wants before the other; then they meet.
    if (round === 0) await erase();
    plugin.answer();
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
