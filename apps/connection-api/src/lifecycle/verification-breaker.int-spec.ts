import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import type { Shop } from '../testing/shop';

let api: ConnectionApiUnderTest;
let shop: Shop;
let token: string;
const { reconnect, become } = linkedConnection((scene) => ({ api, shop, token } = scene));

const attempts = 12;

/** Asks for reconnects one after another; returns how many of them called the shop. */
const calls = async () => {
  const before = shop.checks.length;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    expect((await reconnect()).body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
  }
  return shop.checks.length - before;
};

describe('checks of stored credentials and the circuit breaker of their connection', () => {
  beforeEach(() => become('error'));

  it('a shop that keeps failing is not called any more for a while; the response stays the same', async () => {
    shop.status = 500;
    expect(await calls()).toBeLessThan(attempts);
  });

  it('refused credentials say nothing about the shop: every attempt calls it', async () => {
    shop.status = 401;
    expect(await calls()).toBe(attempts);
  });

  it('a registration of the same shop is not held back, because a stranger could make it fail', async () => {
    shop.status = 500;
    await calls();
    shop.status = null;
    expect((await api.register(shop.registration)).status).toBe(201);
    expect((await api.get('/api/widget/configuration', token)).status).toBe(200);
  });
});
