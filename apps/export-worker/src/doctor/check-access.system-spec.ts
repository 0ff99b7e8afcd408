import { DurableWork } from '@sync/durable-work';
import { onPostgresQueues, until } from '@sync/test-harness';
import { linkShop } from '../testing/linked-shop';
import { SyncScene } from '../testing/sync-scene';

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let work: DurableWork;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 3, products: 3, orders: 3 });
    work = new DurableWork(scene.queues, scene.database.dataSource);
    await scene.startWorker();
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  const query = <T>(sql: string, values: unknown[]): Promise<T[]> => scene.database.dataSource.query<T[]>(sql, values);
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
