import { describedShop, type Json } from './testing/described-shop';

describe('the root of the REST interface, and the list of webhooks', () => {
  const { begin, shop, get } = describedShop();
  beforeEach(() => begin());

  it('everybody may read what the shop is set to and what it offers', async () => {
    const index = (await (await get('/wp-json/', {})).json()) as Json;
    expect(index).toMatchObject({ timezone_string: 'Europe/Berlin', gmt_offset: '1', url: shop().url });
    expect(index.namespaces).toEqual(expect.arrayContaining(['wc/v3', 'service-connector/v1']));
  });

  it('with plain permalinks the home page comes in its place', async () => {
    await begin({ plainPermalinks: true });
    expect((await get('/wp-json/', {})).headers.get('content-type')).toContain('text/html');
  });

  it('webhooks are listed with where they deliver and whether they are active, and never with their secret', async () => {
    await shop().webhooks.create({ deliveryUrl: 'http://127.0.0.1:9/hooks', topics: ['order.updated'], secret: 'plover' });
    const text = await (await get('/wp-json/wc/v3/webhooks?per_page=100')).text();
    expect(JSON.parse(text)).toMatchObject([
      { topic: 'order.updated', resource: 'order', event: 'updated', status: 'active', delivery_url: 'http://127.0.0.1:9/hooks' },
    ]);
    expect(text).not.toContain('plover');
  });

  it('and only to a key of the shop', async () => {
    expect((await get('/wp-json/wc/v3/webhooks', {})).status).toBe(401);
  });
});
