import { DatabaseGate } from '@sync/test-harness';
import { initialise } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';

it('503 with Retry-After when Postgres is away, and everything goes on when it is back', async () => {
  let gate: DatabaseGate | undefined;
  const api = await ConnectionApiUnderTest.start({}, { wayTo: async (url) => (gate = await DatabaseGate.open(url)).url });
  const owner = await initialise(api);
  const routes = () =>
    Promise.all([
      api.get('/api/system-connections', owner.token),
      api.get('/api/records/orders', owner.token),
      api.get('/api/widget/configuration', owner.token),
      api.connect({}, owner.token),
      api.connect({ system_slug: 'mailing_platform' }),
      api.register({ system_slug: 'commerce_a', base_url: 'http://127.0.0.1:9', credentials: {} }),
      api.get('/health/ready'),
    ]);
  await gate?.cut();
  for (const answer of await routes()) {
    expect(answer.body).toMatchObject({ status: 503, type: '/problems/service-unavailable' });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.text).not.toMatch(/ECONN|Postgres|127\.0\.0\.1|terminated/);
  }
  expect((await api.get('/health/live')).status).toBe(200);
  await gate?.restore();
  expect((await routes()).map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 422, 200]);
  await api.stop();
  await gate?.cut();
});
