import { Logger } from '@nestjs/common';
import { CredentialsCipher, ErasedAddresses, KeyRing, KeyRingCheck } from '@sync/credentials';
import { deriveDefaultSyncRules } from '@sync/domain';
import { DurableWork, TaskInterrupted, TaskQueues, UnrecoverableTaskError, type TaskAttempt } from '@sync/durable-work';
import {
  CircuitOpenException,
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  VerificationResult,
  type PlatformIntegration,
  type RecordChange,
  type Transformer,
} from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { RecordStore } from '@sync/record-store';
import { Secret } from '@sync/records';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { Pool } from 'pg';
import { SyncTargets } from '../bulk-sync/sync-target';
import { deliverWebhooks, webhookTasks } from '../testing/deliver-webhooks';
import { linkShop, testKeys, type LinkedShop } from '../testing/linked-shop';
import { NamedPersons } from '../privacy/named-persons';
import { ProcessWebhook } from './process-webhook';
import { StoreChange } from './store-change';

class Unchanged implements Transformer {
  transform<T>(_capability: unknown, records: T[]): T[] {
    return records;
  }
}

type Handle = NonNullable<PlatformIntegration['handleWebhook']>;

/** A platform with only the required members. */
const platformWith = (handleWebhook?: Handle): PlatformIntegration => ({
  driver: 'commerce_a',
  transformer: Unchanged,
  checkCredentials: async () => VerificationResult.success('shop'),
  fetchPages: async () => undefined,
  ...(handleWebhook && { handleWebhook }),
});

describe('a webhook that is not processed', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let pool: Pool;
  const registries: IntegrationRegistry[] = [];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    await queues.waitUntilReady();
    pool = new Pool({ connectionString: database.allTenantsUrl });
  });
  afterAll(async () => {
    for (const registry of registries) registry.close();
    await queues.close();
    await pool.end();
    await database.stop();
  });

  const link = async (hasRules = true): Promise<LinkedShop> => {
    const linked = await linkShop(database.dataSource, { url: 'https://shop.example', credentials: { consumer_key: 'ck' } });
    if (hasRules) await deriveDefaultSyncRules(database.dataSource, linked.tenantId);
    return linked;
  };

  const handlerOf = (handleWebhook?: Handle): ProcessWebhook => {
    const registry = new IntegrationRegistry({}, [() => platformWith(handleWebhook)]);
    registries.push(registry);
    const ring = KeyRing.parse(testKeys);
    const keys = new KeyRingCheck((text, values) => database.dataSource.query(text, values), ring);
    const targets = new SyncTargets(database.dataSource, registry, new CredentialsCipher(ring), keys);
    const work = new DurableWork(queues, database.dataSource);
    const addresses = new ErasedAddresses((text, values) => database.dataSource.query(text, values), ring);
    const store = new RecordStore(pool, undefined, 0, { addressHashes: addresses });
    return new ProcessWebhook(targets, new StoreChange(database.dataSource, targets, store, work), new NamedPersons(targets, addresses));
  };

  /** One attempt, as the runner makes it. No worker reads the queue. */
  const attemptAt = (
    taskId: string,
    connectionId: string,
    { isInterrupted = false, body = '{"id":1}' as string | null } = {},
  ): TaskAttempt => ({
    taskId,
    webhook: { connectionId, topic: 'order.updated', body, receivedAt: new Date() },
    requestId: null,
    isRetry: false,
    signal: new AbortController().signal,
    throwIfInterrupted: () => {
      if (isInterrupted) throw new TaskInterrupted();
    },
    madeProgress: () => undefined,
    complete: () => Promise.resolve(),
  });

  const outcomeOf = async (
    handler: ProcessWebhook,
    linked: LinkedShop,
    options?: Parameters<typeof attemptAt>[2],
  ): Promise<{ error: unknown; taskId: string }> => {
    const [taskId = ''] = await deliverWebhooks(database.dataSource, queues, linked.connectionId, [
      { topic: 'order.updated', body: { id: 1 } },
    ]);
    const error = await handler.handle({}, attemptAt(taskId, linked.connectionId, options)).catch((failure: unknown) => failure);
    return { error, taskId };
  };

  const refusal = new IntegrationRequestException('The shop responded with 500.', { status: 500 });
  const failing = (reason: Error) => handlerOf(() => Promise.reject(reason));
  const tells =
    (change: RecordChange): Handle =>
    async (_connection, _payload, onChange) =>
      onChange(change);
  const dated = { createdAt: '', updatedAt: '', modifiedAt: null, tags: [], customAttributes: [], id: null };
  const product = { ...dated, sourceId: '1', system: 'commerce_a', name: '', status: 'active', categories: [], price: 1 } as never;

  const upserting = (record: unknown) => handlerOf(tells({ kind: 'upsert', capability: 'products', record: record as never }));
  const upserted = () => upserting(product);
  const stored = async ({ connectionId }: LinkedShop) =>
    (await database.dataSource.query<unknown[]>('select from products where shop_id = $1', [connectionId])).length;

  it('a missing handler is a not-implemented error, wrapped as InvalidIntegrationResponseException, and retried', async () => {
    const { error, taskId } = await outcomeOf(handlerOf(), await link());
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).toMatch(/not implemented/);
    expect(error).not.toBeInstanceOf(UnrecoverableTaskError);
    expect(await webhookTasks(database.dataSource, [taskId])).toMatchObject([{ state: 'pending', body: '{"id":1}' }]);
  });

  it('an unexpected failure of the integration is retried', async () => {
    const failure = async (reason: Error) => (await outcomeOf(failing(reason), await link())).error;
    expect(await failure(refusal)).toBe(refusal);
    const unexpected = await failure(new TypeError('canary'));
    expect(unexpected).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((unexpected as Error).message).not.toContain('canary');
  });

  it('an open webhook breaker defers webhooks at no cost and does not affect exports', async () => {
    const linked = await link();
    const handler = failing(refusal);
    for (let time = 0; time < 5; time += 1) expect((await outcomeOf(handler, linked)).error).toMatchObject({ retryAfterSeconds: null });
    const { error } = await outcomeOf(handler, linked);
    expect(error).toBeInstanceOf(CircuitOpenException);
    expect(error).toMatchObject({ retryAfterSeconds: expect.any(Number) as number });
    const shop = { id: linked.connectionId, driver: 'commerce_a', baseUrl: 'https://shop.example', credentials: new Secret({}) } as const;
    expect(await registries.at(-1)?.breakers.run(shop, 'bulk', async () => 'exported')).toBe('exported');
    const [connection] = await database.dataSource.query<{ status: string }[]>('select status from system_connections where id = $1', [
      linked.connectionId,
    ]);
    expect(connection?.status).toBe('active');
  });

  it('a value that the database refuses fails at once', async () => {
    const { error } = await outcomeOf(upserting({ ...(product as object), price: 0.5 }), await link());
    expect(error).toEqual(new UnrecoverableTaskError('The database refused a value of the record.'));
  });

  it('a webhook that is retried after its body was erased fails at once with that reason', async () => {
    const { error } = await outcomeOf(upserted(), await link(), { body: null });
    expect(error).toBeInstanceOf(UnrecoverableTaskError);
    expect((error as Error).message).toMatch(/^The body of the webhook was erased/);
  });

  it('an attempt interrupted before it stores leaves everything to the next', async () => {
    const linked = await link();
    const { error, taskId } = await outcomeOf(upserted(), linked, { isInterrupted: true });
    expect(error).toBeInstanceOf(TaskInterrupted);
    expect(await stored(linked)).toBe(0);
    await upserted().handle({}, attemptAt(taskId, linked.connectionId));
    expect(await stored(linked)).toBe(1);
  });

  it.each([
    ['is still to come', 'pending'],
    ['has failed', 'failed'],
  ])('a webhook received while the derivation of its rules %s is stored: it derives them itself', async (_, state) => {
    const linked = await link(false);
    const other = await linkShop(database.dataSource, { url: 'https://other.example', credentials: {} });
    const payload = { tenantId: linked.tenantId, thenSync: null };
    // An activation of another connection of the tenant, a direct system for instance, brings rules to this one.
    const options = { systemConnectionId: other.connectionId };
    const work = new DurableWork(queues, database.dataSource);
    const derivation = await work.transaction((_, enqueue) => enqueue('derive-sync-rules', payload, options));
    await database.dataSource.query('update tasks set state = $2 where id = $1', [derivation, state]);
    const { error } = await outcomeOf(upserted(), linked);
    expect([error, await stored(linked)]).toEqual([undefined, 1]);
  });

  it('a webhook whose connection was read before its rules were derived is not lost', async () => {
    const linked = await link(false);
    // The derivation ends between the lookup of the connection and that of a pending derivation.
    const derives: Handle = async (_connection, _payload, onChange) => {
      await deriveDefaultSyncRules(database.dataSource, linked.tenantId);
      await onChange({ kind: 'upsert', capability: 'products', record: product });
    };
    const { error } = await outcomeOf(handlerOf(derives), linked);
    expect([error, await stored(linked)]).toEqual([undefined, 1]);
  });

  it('a webhook of a connection that ends meanwhile is not stored', async () => {
    const linked = await link(false);
    const ends: Handle = async (_connection, _payload, onChange) => {
      await database.dataSource.query('update system_connections set deleted_at = now() where id = $1', [linked.connectionId]);
      await onChange({ kind: 'upsert', capability: 'products', record: product });
    };
    expect([(await outcomeOf(handlerOf(ends), linked)).error, await stored(linked)]).toEqual([undefined, 0]);
  });

  it('a new record over the quota of its tenant is not stored: the task fails in words and keeps no body', async () => {
    const linked = await link();
    await outcomeOf(upserted(), linked);
    await database.dataSource.query('update tenants set max_bytes = 1 where id = $1', [linked.tenantId]);
    const { error, taskId } = await outcomeOf(upserting({ ...(product as object), sourceId: '2' }), linked);
    expect(error).toBeInstanceOf(UnrecoverableTaskError);
    expect((error as Error).message).toMatch(/^The quota of 1 bytes for stored records is used up\./);
    expect(await stored(linked)).toBe(1);
    expect(await webhookTasks(database.dataSource, [taskId])).toMatchObject([{ state: 'pending', body: null }]);
  });

  it('without any rule nothing is stored, and the task is done', async () => {
    const linked = await link(false);
    expect([(await outcomeOf(upserted(), linked)).error, await stored(linked)]).toEqual([undefined, 0]);
  });
});
