import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { hashToken, issueToken } from '@sync/identity';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { WorkerConfiguration } from '../configuration';
import { ConnectionApiBeside } from '../testing/connection-api-beside';
import { linkShop, testKeys } from '../testing/linked-shop';
import { PatientPlugin } from '../testing/patient-plugin';
import { EraseDisconnectedConnections } from './erase-disconnected-connections';
import { PrunePendingConnections } from './prune-pending-connections';

const eraseRounds = 20;
const pruneRounds = 12;
const finalisations = 50;
const registrations = 4;
/** Tokens of the first finalisations expire before use; those up to `undecided` expire at about the time of use. */
const [late, undecided] = [5, 25];
const credentials = { connection_token: 'canary', consumer_key: 'ck_canary', consumer_secret: 'cs_canary' };

/** A shop whose plugin registered longer ago than the grace period. */
interface Abandoned {
  id: string;
  shop: string;
  /** The plaintext. */
  token: string;
}

let database: TestDatabase;
let api: ConnectionApiBeside;
let plugin: PatientPlugin;
let callers: string[];

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  plugin = await PatientPlugin.start(4);
  // A longer window than the worker's, so that both a reconnect and an erasure are allowed at once.
  api = await ConnectionApiBeside.start({ database, environment: { DISCONNECTED_GRACE_DAYS: '60' } });
  callers = await Promise.all(Array.from({ length: 10 }, caller));
});
afterAll(async () => {
  await api.stop();
  await plugin.stop();
  await database.stop();
});

const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
const erase = () => new EraseDisconnectedConnections(database.dataSource, new WorkerConfiguration()).erase(new AbortController().signal);
const prune = () => new PrunePendingConnections(database.dataSource, new WorkerConfiguration()).prune(new AbortController().signal);

/** Access token of a tenant's embedding system: finalisations of one tenant take turns. */
async function caller(): Promise<string> {
  const [tenantId, id] = [uuidv7(), uuidv7()];
  await sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [tenantId]);
  await sql(
    `insert into system_connections (id, tenant_id, system_id, name, status) select $1, $2, id, 'caller', 'active' from systems where slug = 'mailing_platform'`,
    [id, tenantId],
  );
  return api.tokenFor(id);
}

async function abandoned(count: number): Promise<Abandoned[]> {
  const cipher = new CredentialsCipher(KeyRing.parse(testKeys));
  const made = Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, shop: plugin.nextShop(), token: issueToken('connection').plaintext.reveal(), sealed: cipher.seal(id, credentials) };
  });
  await sql(
    `insert into system_connections (id, system_id, name, base_url, credentials, status, created_at)
     select given.id, systems.id, 'shop', shop, sealed, 'pending', now() - interval '25 hours'
     from jsonb_to_recordset($1) as given (id uuid, shop text, sealed text) join systems on slug = 'commerce_a'`,
    [JSON.stringify(made)],
  );
  return made;
}

/** One per connection, valid for the seconds given. */
async function addTokens(to: readonly { id: string; token: string }[], seconds = 3_600): Promise<void> {
  const rows = to.map(({ id, token }) => ({ id, hash: hashToken(token).toString('hex') }));
  await sql(
    `insert into connection_tokens (id, system_connection_id, token_hash, expires_at)
     select gen_random_uuid(), id, decode(hash, 'hex'), clock_timestamp() + make_interval(secs => $2) from jsonb_to_recordset($1) as given (id uuid, hash text)`,
    [JSON.stringify(rows), seconds],
  );
}

const expire = (some: readonly Abandoned[], withinMs: number) =>
  sql(
    `update connection_tokens set expires_at = clock_timestamp() + random() * make_interval(secs => $2 / 1000.0) where system_connection_id = any($1)`,
    [some.map(({ id }) => id), withinMs],
  );
const idsIn = async (text: string, parameters: unknown[]) => new Set((await sql<{ id: string }>(text, parameters)).map(({ id }) => id));
const finalise = (token: string, caller = '') =>
  api.post('/api/system-connections/connect', { token: caller, body: { connection_token: token } });
const register = (shop: string) =>
  api.post('/api/system-connections/register', { body: { system_slug: 'commerce_a', base_url: shop, credentials } });

it('racing 50 finalisations, it deletes abandoned connections, and neither a finalised one nor a foreign token', async () => {
  let finalised = 0;
  for (let round = 0; round < pruneRounds; round += 1) {
    const [racers, registering] = [await abandoned(finalisations), await abandoned(registrations)];
    await addTokens(racers);
    const foreign = { id: uuidv7(), token: randomUUID() };
    await sql(`insert into system_connections (id, name, status, created_at) values ($1, 'young', 'pending', now() - interval '1 hour')`, [
      foreign.id,
    ]);
    await addTokens([foreign], -60);

    let responded = 0;
    const counted = (response: Promise<number>) => response.finally(() => (responded += 1));
    const finalising = Promise.all(racers.map(({ token }, index) => counted(finalise(token, callers[index % callers.length]))));
    const registered = Promise.all(registering.map(({ shop }) => counted(register(shop))));
    // On a busy machine one may get its response before its shop was asked.
    await until(() => plugin.waitingChecks + responded === finalisations + registrations);
    // During the checks some tokens expire and others are about to.
    await expire(racers.slice(0, late), 0);
    await expire(racers.slice(late, undecided), 80);
    plugin.respond();
    const pruning = [0, 1, 2].map(() => sleep(Math.random() * 80).then(prune));
    const [responses, registrationResponses] = await Promise.all([finalising, registered, ...pruning]);

    // On a busy machine a response may be 503, so the active connections count.
    const idsOf = (status: number) => racers.filter((_, index) => responses[index] === status).map(({ id }) => id);
    expect(responses.filter((status) => ![201, 422, 503].includes(status))).toEqual([]);
    expect(responses.slice(0, late)).not.toContain(201);
    const all = [racers.map(({ id }) => id)];
    const active = await idsIn(`select id from system_connections where id = any($1) and status = 'active' and tenant_id is not null`, all);
    expect(idsOf(201).filter((id) => !active.has(id))).toEqual([]);
    expect(idsOf(422).filter((id) => active.has(id))).toEqual([]);
    finalised += active.size;
    const claimable = await idsIn(
      `select connection.base_url as id from system_connections connection join connection_tokens on system_connection_id = connection.id
       where base_url = any($1) and status = 'pending' and used_at is null and expires_at > now()`,
      [registering.map(({ shop }) => shop)],
    );
    expect(registering.filter(({ shop }, index) => registrationResponses[index] === 201 && !claimable.has(shop))).toEqual([]);
    expect(await idsIn('select system_connection_id as id from connection_tokens where system_connection_id = $1', [foreign.id])).toEqual(
      new Set([foreign.id]),
    );
    await expire(racers, 0);
    await prune();
    expect(await idsIn('select id from system_connections where id = any($1)', all)).toEqual(active);
  }
  expect(finalised).toBeGreaterThan(pruneRounds * 10);
});

async function disconnected(): Promise<string> {
  const { connectionId } = await linkShop(database.dataSource, { url: plugin.nextShop(), credentials });
  await sql(`update system_connections set status = 'disconnected', disconnected_at = now() - interval '31 days' where id = $1`, [
    connectionId,
  ]);
  return connectionId;
}

it('either the end of the grace period or a concurrent reconnect wins', async () => {
  const won = { reconnect: 0, erase: 0 };
  for (let round = 0; round < eraseRounds; round += 1) {
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
