import { SystemConnection, Tenant } from '@sync/domain';
import { createPool, everyTenant, forTenant, queryBounds } from '@sync/postgres';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { issueFirstAccessToken } from './access-tokens';
import { hashToken } from './token';
import { TokenHolders } from './token-holder';

interface Issued {
  tenantId: string;
  tokenId: string;
  hash: Buffer;
}

let database: TestDatabase;
let pool: Pool;
let holders: TokenHolders;
let issued: Issued[];

beforeAll(async () => {
  database = await createTestDatabase();
  const bounds = queryBounds(60_000, { settings: everyTenant });
  pool = createPool({ connectionString: database.url, application_name: 'test', max: 4, ...bounds });
  holders = new TokenHolders(pool);
  issued = await Promise.all(Array.from({ length: 20 }, issue));
});
afterAll(async () => {
  await pool.end();
  await database.stop();
});

async function issue(): Promise<Issued> {
  const { manager } = database.dataSource;
  const tenantId = uuidv7();
  await manager.save(Object.assign(new Tenant(), { id: tenantId, name: 'Calm Lake 1000' }));
  const connection = await manager.save(SystemConnection.start('direct initialisation', new Date(), { name: 'Caller', tenantId }));
  const { id, plaintext } = await issueFirstAccessToken(manager, connection.id, 'direct-initialisation');
  return { tenantId, tokenId: id, hash: hashToken(plaintext.reveal()) };
}

const one = () => issued[0] as Issued;
const lastUsed = async ({ tokenId }: Issued) =>
  (await database.dataSource.query<{ at: Date | null }[]>('select last_used_at as at from access_tokens where id = $1', [tokenId]))[0]?.at;

it('tokens that arrive together are each found, whichever tenant their requests are for', async () => {
  const found = await Promise.all(issued.map(({ hash }) => forTenant(one().tenantId, () => holders.find(hash))));
  expect(found.map((holder) => holder?.tokenId)).toEqual(issued.map(({ tokenId }) => tokenId));
  expect(await holders.find(hashToken('sca_unknown'))).toBeUndefined();
});

it('uses that arrive together are each written before they resolve', async () => {
  const [{ now }] = await database.dataSource.query<[{ now: Date }]>('select now()');
  await Promise.all(issued.flatMap((token) => [1, 2].map(() => forTenant(one().tenantId, () => holders.recordUse(token.tokenId)))));
  for (const token of issued) expect((await lastUsed(token))?.getTime()).toBeGreaterThanOrEqual(now.getTime());
});

it('the use of a token that a transaction has locked waits for it, and those that arrived with it do not', async () => {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('select from access_tokens where id = $1 for update', [one().tokenId]);
  const before = await lastUsed(one());
  const waiting = holders.recordUse(one().tokenId);
  await Promise.all(issued.slice(1).map(({ tokenId }) => holders.recordUse(tokenId)));
  expect(await lastUsed(one())).toEqual(before);
  await runner.commitTransaction();
  await runner.release();
  await waiting;
  expect((await lastUsed(one()))?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
});
