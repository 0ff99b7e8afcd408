import { Logger } from '@nestjs/common';
import { CredentialsCipher, ErasedAddresses, KeyRing, KeyRingCheck } from '@sync/credentials';
import { deriveDefaultSyncRules } from '@sync/domain';
import { DurableWork, FailedTasks, TaskPostponed, TaskQueues, type TaskAttempt } from '@sync/durable-work';
import { IntegrationRegistry } from '@sync/integrations';
import { finishErasure, liftErasure, RecordStore, startErasure } from '@sync/record-store';
import { pageCheckpointSql } from '@sync/sync-runs';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { SyncTargets } from '../bulk-sync/sync-target';
import { customerOf, email, escaped, insertTextsNaming, orderOf, traces } from '../testing/canary-person';
import { deliverWebhooks } from '../testing/deliver-webhooks';
import { linkShop, testKeys, type LinkedShop } from '../testing/linked-shop';
import { ProcessWebhook } from '../webhooks/process-webhook';
import { StoreChange } from '../webhooks/store-change';
import { ErasePerson } from './erase-person';
import { EraseWebhooks } from './erase-webhooks';
import { NamedPersons } from './named-persons';

describe('the erasure of a person', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let pool: Pool;
  let registry: IntegrationRegistry;
  let handler: ErasePerson;
  let processWebhook: ProcessWebhook;
  let addresses: ErasedAddresses;
  let shop: LinkedShop;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    await queues.waitUntilReady();
    pool = new Pool({ connectionString: database.allTenantsUrl });
    registry = new IntegrationRegistry({});
    const ring = KeyRing.parse(testKeys);
    const query = (text: string, values?: unknown[]) => database.dataSource.query<unknown[]>(text, values);
    addresses = new ErasedAddresses(query, ring);
    const keys = new KeyRingCheck(query, ring);
    const targets = new SyncTargets(database.dataSource, registry, new CredentialsCipher(ring), keys);
    const store = new RecordStore(pool, pageCheckpointSql, 0, { addressHashes: addresses });
    const work = new DurableWork(queues, database.dataSource);
    processWebhook = new ProcessWebhook(
      targets,
      new StoreChange(database.dataSource, targets, store, work),
      new NamedPersons(targets, addresses),
    );
    const webhooks = new EraseWebhooks(database.dataSource, processWebhook);
    handler = new ErasePerson(database.dataSource, addresses, keys, store, webhooks);
  });
  afterAll(async () => {
    registry.close();
    await queues.close();
    await pool.end();
    await database.stop();
  });
  beforeEach(async () => {
    await sql('truncate system_connections, tasks, erasures, sync_runs, notification_addresses cascade');
    shop = await link();
  });

  const sql = <T>(text: string, values: unknown[] = []) => database.dataSource.query<T[]>(text, values);
  const link = async () => {
    const linked = await linkShop(database.dataSource, { url: 'https://shop.example', credentials: { consumer_key: 'ck' } });
    await deriveDefaultSyncRules(database.dataSource, linked.tenantId);
    return linked;
  };

  const attemptAt = (taskId: string, webhook: TaskAttempt['webhook'] = null): TaskAttempt => ({
    ...{ taskId, webhook, requestId: null, isRetry: false, signal: new AbortController().signal },
    ...{ throwIfInterrupted: () => undefined, madeProgress: () => undefined, complete: () => Promise.resolve() },
  });

  const request = async (tenantId = shop.tenantId, shopId: string | null = null): Promise<string> => {
    const id = uuidv7();
    const [addressHash = ''] = await addresses.hash(tenantId, [email]);
    await sql('update tenants set erasures = erasures + 1 where id = $1', [tenantId]);
    return (await startErasure(database.dataSource, { tenantId, shopId, addressHash, id, sealed: await addresses.seal(id, email) })).id;
  };
  const erase = async (tenantId = shop.tenantId, shopId: string | null = null): Promise<string> => {
    const id = await request(tenantId, shopId);
    await handler.handle({ erasureId: id }, attemptAt(uuidv7()));
    return id;
  };

  const deliver = async (topic: string, body: string): Promise<string> =>
    (await deliverWebhooks(database.dataSource, queues, shop.connectionId, [{ topic, body }]))[0] ?? '';
  /** As a worker does. */
  const process = async (id: string): Promise<unknown> => {
    const [task] = await sql<{ topic: string; body: string | null; at: Date }>(
      'select topic, body, created_at as at from tasks where id = $1',
      [id],
    );
    const { connectionId } = shop;
    const webhook = { connectionId, topic: task?.topic ?? null, body: task?.body ?? null, receivedAt: task?.at ?? new Date() };
    try {
      await processWebhook.handle({}, attemptAt(id, webhook));
      await sql(`update tasks set state = 'done', body = null where id = $1`, [id]);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const fail = (id: string, reason: string) =>
    sql(`update tasks set state = 'failed', last_error = $2, finished_at = now(), tenant_id = $3 where id = $1`, [
      id,
      reason,
      shop.tenantId,
    ]);

  /** Everything in the database, as text. */
  const databaseText = async (): Promise<string> => {
    const tables = await sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables)
      texts.push(...(await sql<{ text: string }>(`select r::text as text from ${name} r`)).map(({ text }) => text));
    return texts.join('\n').toLowerCase();
  };
  const found = async (): Promise<string[]> => {
    const text = await databaseText();
    return traces.filter((trace) => text.includes(trace));
  };

  const fill = async (): Promise<void> => {
    for (const [topic, body] of [
      ['customer.created', customerOf(1)],
      ['order.created', orderOf(2)],
      ['order.created', orderOf(3)],
    ] as const)
      expect(await process(await deliver(topic, JSON.stringify(body)))).toBeUndefined();
    await deliver('customer.updated', escaped(customerOf(1, 2)));
    await deliver('order.created', JSON.stringify(orderOf(4)));
    await fail(await deliver('order.updated', JSON.stringify(orderOf(2, 3))), `Rejected: Canaria <${email}>`);
    await fail(await deliver('order.updated', `{"cut off: ${email}`), 'The webhook cannot be read.');
    await insertTextsNaming(sql, shop);
  };

  it("takes the address out of those that hear of broken links, and no other company's or longer one", async () => {
    const other = await link();
    const put =
      'insert into notification_addresses (tenant_id, place, address) select $1, place, address from unnest($2::text[]) with ordinality as given (address, place)';
    await sql(put, [shop.tenantId, [email.toUpperCase(), `x${email}`]]);
    await sql(put, [other.tenantId, [email]]);
    await erase();
    const left = await sql('select tenant_id, address from notification_addresses order by place desc');
    expect(left).toEqual([
      { tenant_id: shop.tenantId, address: `x${email}` },
      { tenant_id: other.tenantId, address: email },
    ]);
  });

  it('leaves no trace of the person anywhere in the database; amounts, counts, places in the log and failed tasks stay', async () => {
    await fill();
    expect((await found()).sort()).toEqual([...traces].sort());
    const id = await erase();
    expect(await found()).toEqual([]);
    const [erasure] = await sql<object>('select address, counts, finished_at is not null as done from erasures where id = $1', [id]);
    expect(erasure).toEqual({ address: null, done: true, counts: { customers: 1, orders: 2, webhooks: 4, log_rows: 3 } });
    expect(await sql('select source_id, email, erased_by from customers')).toEqual([{ source_id: '1', email: null, erased_by: id }]);
    // The fourth came with a waiting webhook, which took effect.
    expect(await sql('select source_id, total, currency, address_billing from orders order by source_id')).toEqual(
      ['2', '3', '4'].map((sourceId) => ({ source_id: sourceId, total: '1999', currency: 'EUR', address_billing: null })),
    );
    const failed = await sql<{ last_error: string }>(`select last_error, body from tasks where state = 'failed' order by id`);
    const erased = { last_error: 'The webhook failed. Its body was erased with the person whom it named.', body: null };
    expect(failed).toEqual([erased, erased]);
    expect(await sql(`select count(*)::int as pending from tasks where state = 'pending' and name = 'process-webhook'`)).toEqual([
      { pending: 0 },
    ]);
    expect(await sql(`select action, before, after, reason from audit_log where action = 'failed_task.reveal'`)).toEqual([
      { action: 'failed_task.reveal', before: { note: '[erased]' }, after: { list: ['[erased]', 7] }, reason: '[erased]' },
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a webhook', async () => process(await deliver('order.updated', JSON.stringify(orderOf(2, 9))))],
    ['a webhook of a new customer', async () => process(await deliver('customer.created', JSON.stringify(customerOf(55, 9))))],
    [
      'a webhook that fails after the erasure',
      async () => {
        const id = await deliver('order.updated', JSON.stringify({ ...orderOf(5), currency: null }));
        expect(await process(id)).toBeInstanceOf(Error);
        await database.dataSource.transaction((manager) => processWebhook.exhausted({}, '', manager, undefined as never, id));
        await fail(id, 'The order has no known currency.');
      },
    ],
    [
      'failed work that is retried',
      async () => {
        const failed = new FailedTasks(database.dataSource, queues);
        await failed.retryAll({});
        for (const { id } of await sql<{ id: string }>(`select id from tasks where state = 'pending' and name = 'process-webhook'`))
          expect(String(await process(id))).toMatch(/was erased/);
      },
    ],
    [
      'another connection to the shop',
      async () => {
        const { tenantId } = shop;
        shop = { tenantId, connectionId: (await linkAgain(tenantId)).connectionId };
        await process(await deliver('customer.created', JSON.stringify(customerOf(1, 9))));
        await process(await deliver('order.created', JSON.stringify(orderOf(2, 9))));
      },
    ],
  ])('the person does not come back by %s', async (_, comeBack) => {
    await fill();
    await erase();
    await comeBack();
    expect(await found()).toEqual([]);
  });

  const linkAgain = async (tenantId: string): Promise<LinkedShop> => {
    const linked = await link();
    for (const table of ['system_connections', 'shops'])
      await sql(`update ${table} set tenant_id = $2 where tenant_id = $1`, [linked.tenantId, tenantId]);
    await deriveDefaultSyncRules(database.dataSource, tenantId);
    return linked;
  };

  it('repeated changes nothing, and what was lifted or asked for again meanwhile is not finished', async () => {
    await fill();
    const id = await erase();
    const before = await databaseText();
    await handler.handle({ erasureId: id }, attemptAt(uuidv7()));
    expect(await databaseText()).toBe(before);
    const again = await request();
    expect(again).toBe(id);
    const [running] = await sql<{ address: string }>('select address from erasures');
    expect(running?.address).toMatch(/^v1\.erasures\./);
    expect(await finishErasure(database.dataSource, { id, sealed: 'v1.of.the.first' })).toBe(false);
    expect(await liftErasure(database.dataSource, { tenantId: shop.tenantId, shopId: null }, id)).toBe(true);
    await handler.handle({ erasureId: id }, attemptAt(uuidv7()));
  });

  it("asked for by one shop's plugin takes the person out of what that shop brought, and out of nothing else", async () => {
    const { tenantId } = shop;
    const other = shop;
    await fill();
    shop = { tenantId, connectionId: (await linkAgain(tenantId)).connectionId };
    await fill();
    await erase(tenantId, shop.connectionId);
    expect(await sql('select shop_id, email from customers order by shop_id')).toEqual(
      [
        { shop_id: other.connectionId, email },
        { shop_id: shop.connectionId, email: null },
      ].sort((one, another) => (one.shop_id < another.shop_id ? -1 : 1)),
    );
    const naming = `select distinct system_connection_id as id from (
      select system_connection_id, body as text from tasks where body is not null union all select system_connection_id, last_error from tasks
      union all select system_connection_id, error from sync_runs union all select system_connection_id, problem from doctor_runs
    ) said where lower(text) like '%canary.person%'`;
    expect(await sql(naming)).toEqual([{ id: other.connectionId }]);
    const billed = `select shop_id from orders where source_id = '2' and address_billing is not null`;
    for (const each of [shop, other]) {
      shop = each;
      await process(await deliver('order.updated', JSON.stringify(orderOf(2, 9))));
    }
    expect(await sql(billed)).toEqual([{ shop_id: other.connectionId }]);
  });

  it('leaves the same address of another tenant alone', async () => {
    await fill();
    const before = (await found()).length;
    await erase((await link()).tenantId);
    expect(await found()).toHaveLength(before);
    expect(await sql('select email from customers')).toEqual([{ email }]);
  });

  it('waits for a transaction that may have passed the door before it was asked for', async () => {
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query(
      `insert into customers (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, email)
       values ($1, $2, $1, feed_position(), '9', 'commerce_a', '', '', '[]', '[]', $3)`,
      [uuidv7(), shop.connectionId, email],
    );
    const id = await request();
    const erasing = handler.handle({ erasureId: id }, attemptAt(uuidv7()));
    await expect(erasing).rejects.toThrow(TaskPostponed);
    await writer.query('commit');
    writer.release();
    await handler.handle({ erasureId: id }, attemptAt(uuidv7()));
    expect(await sql('select email from customers')).toEqual([{ email: null }]);
  });

  it('the audit log still refuses every other change', async () => {
    await fill();
    const of = 'select erase_from_audit_log($1, $2)';
    await expect(sql(of, [shop.tenantId, 'canary.person@example.test'])).rejects.toThrow('No person of this tenant is being erased');
    await request();
    await expect(sql(of, [shop.tenantId, 'a'])).rejects.toThrow('No person of this tenant is being erased');
    await sql(of, [shop.tenantId, 'canary.person@example.test']);
    await expect(sql('update audit_log set reason = null')).rejects.toThrow('The audit log is append-only');
  });
});
