import { describedShop, expectLikeRecorded } from './testing/described-shop';

describe('demo shop B', () => {
  const { authorization, begin, get, json, refusal, shop } = describedShop();

  describe('refuses like the real platform', () => {
    it('no credentials: 401 text/html; wrong key: codes 20 and 21; bad format 18; empty 17', async () => {
      await begin();
      await expectLikeRecorded(await get('shops', {}), 'auth-absent-shops');
      await expectLikeRecorded(await get('orders', authorization('W'.repeat(32))), 'auth-wrong-key-orders');
      expect(await refusal('orders', authorization('short'))).toMatchObject({ status: 401, codes: [18] });
      expect(await refusal('orders', authorization(''))).toMatchObject({ status: 401, codes: [17] });
      expect((await get('orders', { authorization: 'Bearer x' })).headers.get('content-type')).toContain('text/html');
    });

    it('ws_key in the address authenticates, too, and does where the host loses the header', async () => {
      await begin({ authorizationDropped: true });
      expect((await get('shops')).status).toBe(401);
      expect((await get(`shops?ws_key=${shop().credentials.api_key}`)).status).toBe(200);
    });

    it('a resource that the key may not read: 401 code 26, others go on; unknown resource 400 code 27', async () => {
      await begin({ rights: ['shops', 'orders'] });
      expect((await get('orders')).status).toBe(200);
      expect(await refusal('customers')).toEqual({
        status: 401,
        codes: [26],
        message: 'Resource of type "customers" is not allowed with this authentication key',
      });
      expect(await refusal('tags')).toMatchObject({ status: 401, codes: [26] });
      expect(await refusal('order')).toMatchObject({
        status: 400,
        codes: [27],
        message: expect.stringContaining('Did you mean: "orders"?'),
      });
      shop().setRights(['customers']);
      expect((await get('customers')).status).toBe(200);
      expect((await get('orders')).status).toBe(401);
      shop().setRights([]);
      expect(await refusal('customers')).toMatchObject({ status: 401, codes: [21] });
    });

    it.each([
      ['POST', 25],
      ['PUT', 25],
      ['DELETE', 25],
      ['OPTIONS', 23],
    ])('%s: 405', async (method, code) => {
      await begin();
      expect(await refusal('orders', undefined, method)).toMatchObject({ status: 405, codes: [code] });
    });

    it('switched off: 503 code 22', async () => {
      await begin();
      shop().switchWebservice(false);
      await expectLikeRecorded(await get('shops'), 'variant-webservice-off-shops');
      shop().switchWebservice(true);
      expect((await get('shops')).status).toBe(200);
    });

    it('two shops: both are listed; the other one is 403 code 132, an unknown one the front page', async () => {
      await begin({ shops: 2 });
      expect(await json('shops')).toEqual({ shops: [{ id: 1 }, { id: 2 }] });
      expect((await get('orders?id_shop=1')).status).toBe(200);
      expect(await refusal('orders?id_shop=2')).toMatchObject({ status: 403, codes: [132] });
      const redirect = await get('orders?id_shop=99');
      expect(redirect.status).toBe(302);
      expect(redirect.headers.get('location')).toMatch(/\/\?url=orders&/);
    });

    it('under another host name, when only its own counts: the front page', async () => {
      await begin({ ownHostOnly: true });
      const other = `http://localhost:${shop().port}/api/orders?output_format=JSON`;
      expect((await fetch(other, { headers: authorization(), redirect: 'manual' })).status).toBe(302);
      expect((await get('orders')).status).toBe(200);
    });

    it('other addresses are pages', async () => {
      await begin();
      expect((await fetch(`${shop().url}/`)).headers.get('content-type')).toContain('text/html');
      expect((await fetch(`${shop().url}/nothing`)).status).toBe(404);
    });
  });

  describe('speaks XML unless told JSON in capitals', () => {
    it.each(['', 'json', 'XML', 'xml'])('output_format=%s', async (format) => {
      await begin();
      const response = await get(`shops?output_format=${format}`);
      await expectLikeRecorded(response, 'shops-xml', shop().url);
    });

    it('a header asks for JSON as well', async () => {
      await begin();
      const response = await fetch(`${shop().url}/api/shops`, { headers: { ...authorization(), 'output-format': 'JSON' } });
      expect(await response.json()).toEqual({ shops: [{ id: 1 }] });
    });

    it('empty lists, records, errors and the root have their XML; the root has no JSON', async () => {
      await begin();
      const xml = async (path: string) => (await get(`${path}${path.includes('?') ? '&' : '?'}output_format=XML`)).text();
      expect(await xml('orders?limit=999,5')).toContain('<orders>\n</orders>');
      expect(await xml('order_states?display=full')).toContain('<language id="2"><![CDATA[Versandt]]></language>');
      expect(await xml('orders/1')).toContain('<order_row>\n<id><![CDATA[');
      expect(await xml('nothing')).toContain('<code><![CDATA[27]]></code>');
      expect(await xml('')).toContain('<customers xlink:href=');
      const root = await get('');
      expect(root.status).toBe(500);
      expect(await root.text()).toBe('');
    });
  });
});
