import { listDoctorRuns, requestDoctorRun, requestRefetch } from '@sync/connections';
import { DoctorRun } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { onPostgresQueues, until } from '@sync/test-harness';
import { linkShop } from './testing/linked-shop';
import type { SyncScene } from './testing/sync-scene';
import { done, WebhookScene } from './testing/webhook-scene';

/** What people request of a shop, besides syncs. */
onPostgresQueues((backend) => {
  let webhooks: WebhookScene;
  let scene: SyncScene;
  let work: DurableWork;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend);
    scene = webhooks.scene;
    work = new DurableWork(scene.queues, scene.database.dataSource);
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  describe('an examination of a shop', () => {
    const find = (id: string) => scene.database.dataSource.manager.findOneBy(DoctorRun, { id });
    const ended = async (id: string) => {
      await until(async () => (await find(id))?.status !== 'queued');
      return find(id);
    };

    it('queues one examination of a connection at a time (10 concurrent requests), and none of a connection without a shop', async () => {
      await scene.killWorkers();
      const { connectionId, tenantId } = await scene.link();
      const recorded: unknown[] = [];
      const alongside = async (_manager: unknown, change: unknown) => void recorded.push(change);
      const ids = await Promise.all(Array.from({ length: 10 }, () => requestDoctorRun(work, connectionId, { alongside })));
      expect(new Set(ids).size).toBe(1);
      expect(recorded).toEqual([{ id: connectionId, tenantId, before: {}, after: { doctor_run_id: ids[0] } }]);
      const direct = `select id from system_connections where tenant_id = $1 and id <> $2`;
      const [other] = await scene.sql<{ id: string }>(direct, [tenantId, connectionId]);
      await expect(requestDoctorRun(work, other?.id ?? '')).rejects.toThrow('The connection has no shop to examine.');
    });

    it('a worker stores the findings, without secrets, that of the endpoints of callers among them, and keeps the newest ten of each connection', async () => {
      await scene.soleWorker();
      const { connectionId } = await scene.link();
      scene.shop.setFaults([{ kind: 'status', status: 401 }]);
      const sick = await ended(await requestDoctorRun(work, connectionId));
      expect(sick).toMatchObject({ status: 'succeeded', error: null, systemConnectionId: connectionId });
      expect(sick?.findings?.some(({ verdict, advice }) => verdict === 'problem' && advice !== null)).toBe(true);
      for (const secret of Object.values(scene.shop.credentials)) expect(JSON.stringify(sick)).not.toContain(secret);
      await scene.calmShop();
      const healthy = await ended(await requestDoctorRun(work, connectionId));
      expect(healthy?.findings?.filter(({ verdict }) => verdict === 'problem')).toEqual([]);
      for (let index = 0; index < 10; index += 1) await ended(await requestDoctorRun(work, connectionId));
      await scene.sql(
        `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, failing_since, secrets)
         select gen_random_uuid(), tenant_id, id, 'https://erp.example/', 'enabled', now(), 'v1.sealed' from system_connections where id = $1`,
        [connectionId],
      );
      const withCaller = await ended(await requestDoctorRun(work, connectionId));
      expect(withCaller?.findings?.at(-1)).toMatchObject({ name: 'caller-webhooks', verdict: 'notice' });
      expect(
        (await scene.sql('select problem from doctor_runs where problem is not null and system_connection_id = $1', [connectionId])).length,
      ).toBe(0);
      const kept = await listDoctorRuns(scene.database.dataSource.manager, connectionId, null, 50);
      expect([kept.length, await find(sick?.id ?? '')]).toEqual([10, null]);
    });

    it('has failed, with the reason, when the stored credentials cannot be read', async () => {
      await scene.soleWorker();
      const { connectionId } = await scene.link();
      await scene.sql(`update system_connections set credentials = 'v1.test.AAAA.AAAA.AAAA' where id = $1`, [connectionId]);
      expect(await ended(await requestDoctorRun(work, connectionId))).toMatchObject({
        status: 'failed',
        findings: null,
        error: 'The stored credentials cannot be read.',
      });
    });
  });

  describe('a check of the access', () => {
    beforeEach(async () => void (await scene.soleWorker()));

    const query = <T>(sql: string, values: unknown[]): Promise<T[]> => scene.sql<T>(sql, values);
    const check = async (connectionId: string): Promise<object | undefined> => {
      const id = await work.transaction((_, enqueue) => enqueue('check-access', { systemConnectionId: connectionId }));
      await until(async () => (await query<{ state: string }>('select state from tasks where id = $1', [id]))[0]?.state === 'done');
      return (await query<object>('select status, status_reason from system_connections where id = $1', [connectionId]))[0];
    };
    const link = (credentials: object) =>
      linkShop(scene.database.dataSource, { url: scene.shop.url, credentials: { ...scene.shop.credentials, ...credentials } });

    it.each(['active', 'pending'])(
      'a wrong key of a shop whose connection is %s is named at once with advice, and its status stays',
      async (status) => {
        const { connectionId } = await link({ consumer_secret: 'cs_another' });
        await query('update system_connections set status = $2 where id = $1', [connectionId, status]);
        expect(await check(connectionId)).toEqual({
          status,
          status_reason: {
            code: 'credentials_refused',
            message: expect.stringMatching(
              /returned 401\. The shop knows the key, and the secret does not belong to it\. Make a new key/,
            ) as string,
            since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
          },
        });
      },
    );

    it('a right key, and a shop that breaks down over the check, leave the connection as it is', async () => {
      const { connectionId } = await link({});
      expect(await check(connectionId)).toEqual({ status: 'active', status_reason: null });
      scene.shop.setFaults([{ kind: 'status', status: 500 }]);
      expect(await check(connectionId)).toEqual({ status: 'active', status_reason: null });
    });
  });

  describe('a record fetched again', () => {
    beforeEach(async () => void (await scene.soleWorker()));

    it('stores a record as the shop has it now, again when it was marked as deleted, and marks one that the shop no longer has', async () => {
      const linked = await webhooks.link();
      const { shop } = scene;
      const [id = ''] = shop.ids('products').map(String);
      const refetch = async (sourceId: string) => {
        const task = await requestRefetch(work, linked.connectionId, { capability: 'products', sourceId });
        expect(await webhooks.ended([task])).toEqual([done]);
        return webhooks.stored(linked, 'products');
      };
      expect(await refetch(id)).toMatchObject([{ source_id: id, deleted: false }]);
      await webhooks.process(linked, [{ topic: 'product.deleted', body: { id: Number(id) } }]);
      expect(await webhooks.stored(linked, 'products')).toMatchObject([{ source_id: id, deleted: true }]);
      expect(await refetch(id)).toMatchObject([{ source_id: id, deleted: false }]);
      shop.remove('products', Number(id));
      expect(await refetch(id)).toMatchObject([{ source_id: id, deleted: true }]);
    });

    it('becomes failed work with the reason when the shop does not respond with the record', async () => {
      const linked = await webhooks.link();
      scene.shop.setFaults([{ kind: 'status', status: 500 }]);
      const task = await requestRefetch(work, linked.connectionId, { capability: 'orders', sourceId: '1001' });
      await until(async () => (await webhooks.tasksOf([task]))[0]?.last_error !== null);
      expect(await webhooks.tasksOf([task])).toMatchObject([{ last_error: 'The shop responded to some of its orders with 500.' }]);
    });
  });
});
