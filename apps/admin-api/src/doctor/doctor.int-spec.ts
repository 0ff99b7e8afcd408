import { finishDoctorRun } from '@sync/connections';
import { v7 as uuidv7 } from 'uuid';
import { AdminScene } from '../testing/admin-scene';

interface Run {
  id: string;
  status: string;
}

describe('/api/admin/connections/{id}/doctor-runs', () => {
  let scene: AdminScene;
  let tenantId: string;
  let shop: string;

  beforeAll(async () => {
    scene = await AdminScene.set();
    tenantId = await scene.tenant();
    shop = await scene.connection({ tenantId, status: 'error' });
    await scene.api.query(`update system_connections set credentials = 'v1.test.AAAA.AAAA.AAAA' where id = $1`, [shop]);
  });
  afterAll(() => scene.api.stop());

  const path = (connection = shop) => `/api/admin/connections/${connection}/doctor-runs`;
  const request = (connection = shop, token = scene.admin.token) => scene.api.ask<Run>('POST', path(connection), { token });

  it('an examination is queued for a worker, read with its findings, and listed newest first', async () => {
    const { token } = scene.admin;
    const queued = await request();
    expect(queued).toMatchObject({ status: 202, body: { status: 'queued', findings: null, finished_at: null } });
    expect((await request()).body).toEqual(queued.body);
    const { id } = queued.body;
    expect(await scene.api.query(`select payload from tasks where name = 'examine-shop'`)).toEqual([{ payload: { doctorRunId: id } }]);
    expect(await scene.audited(scene.admin, shop)).toMatchObject([{ action: 'connection.examine', after: { doctor_run_id: id } }]);

    const finding = {
      name: 'clock',
      title: "The shop's clock is right",
      verdict: 'good',
      evidence: 'It is.',
      cause: null,
      advice: null,
    } as const;
    await finishDoctorRun(scene.api.database.dataSource, id, { findings: [finding] });
    expect((await scene.api.get(`${path()}/${id}`, token)).body).toMatchObject({
      id,
      status: 'succeeded',
      findings: [finding],
      error: null,
    });
    const next = (await request()).body;
    const first = await scene.api.get<{ data: Run[]; next_cursor: string }>(`${path()}?limit=1`, token);
    expect(first.body.data).toEqual([next]);
    expect((await scene.api.get(`${path()}?limit=1&cursor=${first.body.next_cursor}`, token)).body).toMatchObject({ data: [{ id }] });

    const other = await scene.connection({ tenantId });
    expect([
      (await scene.api.get(`${path(other)}/${id}`, token)).status,
      (await scene.api.get(`${path()}/${uuidv7()}`, token)).status,
    ]).toEqual([404, 404]);
    expect((await request(other)).status).toBe(409);
  });
});
