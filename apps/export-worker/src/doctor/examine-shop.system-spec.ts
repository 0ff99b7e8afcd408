import { findDoctorRun, listDoctorRuns, requestDoctorRun } from '@sync/connections';
import { DurableWork } from '@sync/durable-work';
import { onPostgresQueues, until } from '@sync/test-harness';
import { SyncScene } from '../testing/sync-scene';

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let work: DurableWork;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 3, products: 3, orders: 3 });
    work = new DurableWork(scene.queues, scene.database.dataSource);
  });
  afterAll(() => scene.strike());

  const find = (id: string) => findDoctorRun(scene.database.dataSource, id);
  const ended = async (id: string) => {
    await until(async () => (await find(id))?.status !== 'queued');
    return find(id);
  };

  it('queues one examination of a connection at a time (10 concurrent requests), and none of a connection without a shop', async () => {
    const { connectionId, tenantId } = await scene.link();
    const recorded: unknown[] = [];
    const alongside = async (_manager: unknown, change: unknown) => void recorded.push(change);
    const ids = await Promise.all(Array.from({ length: 10 }, () => requestDoctorRun(work, connectionId, { alongside })));
    expect(new Set(ids).size).toBe(1);
    expect(recorded).toEqual([{ id: connectionId, tenantId, before: {}, after: { doctor_run_id: ids[0] } }]);
    const direct = `select id from system_connections where tenant_id = $1 and id <> $2`;
    const [other] = await scene.database.dataSource.query<{ id: string }[]>(direct, [tenantId, connectionId]);
    await expect(requestDoctorRun(work, other?.id ?? '')).rejects.toThrow('The connection has no shop to examine.');
  });

  it('a worker stores the findings, without secrets, and keeps the newest ten of each connection', async () => {
    await scene.startWorker();
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
    const kept = await listDoctorRuns(scene.database.dataSource, connectionId, null, 50);
    expect([kept.length, await find(sick?.id ?? '')]).toEqual([10, null]);
  });

  it('has failed, with the reason, when the stored credentials cannot be read', async () => {
    const { connectionId } = await scene.link();
    await scene.database.dataSource.query(`update system_connections set credentials = 'v1.test.AAAA.AAAA.AAAA' where id = $1`, [
      connectionId,
    ]);
    expect(await ended(await requestDoctorRun(work, connectionId))).toMatchObject({
      status: 'failed',
      findings: null,
      error: 'The stored credentials cannot be read.',
    });
  });
});
