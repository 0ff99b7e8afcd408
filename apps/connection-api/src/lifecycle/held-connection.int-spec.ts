import { initialise } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';

let api: ConnectionApiUnderTest;
let id: string;
let token: string;
let ownerToken: string;
const { disconnect, uninstall, row } = linkedConnection((scene) => {
  ({ api, id, token } = scene);
  ownerToken = scene.owner.token;
});

const save = () => api.ask('PATCH', '/api/widget/configuration', { token, body: { configuration: { frequency: 'hourly' } } });
const sync = () => api.ask('POST', `/api/system-connections/${id}/syncs`, { token: ownerToken, body: {} });

it('while somebody holds the connection, whoever repeats a request gets 409 after a bounded wait, and nobody else waits', async () => {
  const other = await initialise(api);
  const holder = api.database.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('select from system_connections where id = $1 for update', [id]);
  const repeated = Promise.all(Array.from({ length: 15 }, () => [save(), disconnect(), uninstall(), sync()]).flat());
  for (let time = 0; time < 5; time += 1) expect((await api.get('/api/system-connections', other.token)).status).toBe(200);
  expect([...new Set((await repeated).map(({ status }) => status))]).toEqual([409]);
  await holder.rollbackTransaction();
  await holder.release();
  expect([(await save()).status, (await uninstall()).status, await row()]).toEqual([200, 204, undefined]);
});
