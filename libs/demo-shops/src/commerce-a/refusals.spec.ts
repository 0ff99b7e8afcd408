import { customerOwnedKey } from './shop-credentials';
import { describedShop, expectLikeRecorded, rest } from './testing/described-shop';

describe('demo shop A', () => {
  const { authorization, begin, get, post, shop } = describedShop();
  const check = '/wp-json/service-connector/v1/connectivity-check';

  describe('refuses like the real platform', () => {
    it('wrong key, wrong secret, key of a plain customer, unknown route', async () => {
      await begin();
      const orders = `${rest}/orders?page=1&per_page=50`;
      await expectLikeRecorded(await get(orders, authorization('ck_wrong')), 'auth-wrong-key-orders');
      await expectLikeRecorded(await get(orders, {}), 'auth-wrong-key-orders');
      await expectLikeRecorded(await get(orders, { authorization: 'Bearer x' }), 'auth-wrong-key-orders');
      await expectLikeRecorded(await get(orders, authorization(shop().credentials.consumer_key, 'cs_wrong')), 'auth-wrong-secret-orders');
      const { consumer_key, consumer_secret } = customerOwnedKey;
      await expectLikeRecorded(await get(orders, authorization(consumer_key, consumer_secret)), 'auth-customer-owned-orders');
      await expectLikeRecorded(await get(`${rest}/nothing`), 'no-route');
    });

    it('connectivity check: 200, 401, 400 for a missing field or broken JSON, 404 for GET', async () => {
      await begin();
      const id = '7f0f7a5e-0d2e-4a6b-9f0b-3a0a4f1b2c3d';
      const token = shop().credentials.connection_token;
      await expectLikeRecorded(await post(check, JSON.stringify({ connection_token: token, connection_id: id })), 'connectivity-check-200');
      await expectLikeRecorded(
        await post(check, JSON.stringify({ connection_token: 'wrong', connection_id: id })),
        'connectivity-check-401',
      );
      await expectLikeRecorded(await post(check, '{"connection_token":'), 'connectivity-check-invalid-json');
      expect((await post(check, JSON.stringify({ connection_id: id }))).status).toBe(400);
      expect((await get(check)).status).toBe(404);
    });

    it('with plain permalinks a REST address is a page: 301 and HTML for GET, 200 HTML for POST', async () => {
      await begin({ plainPermalinks: true });
      expect((await get(`${rest}/orders?page=1`)).status).toBe(301);
      const page = await post(check, JSON.stringify({ connection_token: shop().credentials.connection_token, connection_id: 'x' }));
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
    });
  });
});
