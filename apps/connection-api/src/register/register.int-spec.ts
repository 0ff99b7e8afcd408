import { initialise, register, startHandshake } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';

describe('POST /api/system-connections/register', () => {
  let api: ConnectionApiUnderTest;
  let shop: Shop;
  beforeAll(async () => {
    api = await ConnectionApiUnderTest.start();
  });
  beforeEach(async () => {
    shop = await Shop.start();
  });
  afterEach(() => shop.stop());
  afterAll(() => api.stop());

  it('smoke', async () => {
    const owner = await initialise(api);
    expect(await register(api, shop)).toEqual({ connectionToken: expect.stringMatching(/^scc_/), widgetToken: expect.stringMatching(/^sca_/) });
    const started = await startHandshake(api, owner.token);
    const answer = await api.register({ ...shop.registration, connection_token: started.connectionToken });
    expect(answer).toMatchObject({ status: 200 });
    console.log(answer.text, (await api.get('/api/system-connections', owner.token)).text);
    for (const p of ['/health/ready', '/api/openapi.json', '/nope']) console.log((await api.get(p)).text.slice(0, 300));
  });
});
