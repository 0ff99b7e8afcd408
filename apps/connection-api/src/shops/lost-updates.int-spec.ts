import { initialise, link, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import type { Shop } from '../testing/shop';

interface Door {
  path: string;
  token: string;
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let id: string;
let widget: Door;
let caller: Door;

serviceAndShop(async (scene) => {
  ({ api, shop } = scene);
  owner = await initialise(api);
});
beforeEach(async () => {
  const linked = await link(api, owner, shop);
  ({ id } = linked);
  widget = { path: '/api/widget/configuration', token: linked.widgetToken };
  caller = { path: `/api/system-connections/${id}/configuration`, token: owner.token };
});

const tagAt = async ({ path, token }: Door) => (await api.get(path, token)).headers.get('etag') ?? '';
const save = ({ path, token }: Door, configuration: object, ifMatch?: string) =>
  api.ask('PATCH', path, { token, body: { configuration }, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });
const stored = () => api.value<{ frequency: string }>('select configuration from system_connections where id = $1', [id]);
const refused = { status: 412, body: { type: '/problems/precondition-failed' } };

describe('two people who edit one configuration', () => {
  it('see the same entity tag at every door, which a change replaces at all of them', async () => {
    const before = await tagAt(widget);
    expect(before).toMatch(/^"[^"]+"$/);
    expect(await tagAt(caller)).toBe(before);
    const after = (await save(widget, { frequency: 'hourly' }, before)).headers.get('etag');
    expect(after).not.toBe(before);
    expect([await tagAt(widget), await tagAt(caller)]).toEqual([after, after]);
  });

  it('get 412 for the later change, at every door, and nothing of it is stored', async () => {
    for (const [first, second] of [
      [widget, caller],
      [caller, widget],
    ] as const) {
      const seen = await tagAt(second);
      const frequency = (await stored()).frequency === 'hourly' ? 'weekly' : 'hourly';
      expect((await save(first, { frequency }, await tagAt(first))).status).toBe(200);
      expect(await save(second, { data_types: ['orders'] }, seen)).toMatchObject(refused);
      expect(await stored()).toMatchObject({ frequency, data_types: ['customers', 'orders', 'products'] });
      expect((await save(second, {}, await tagAt(second))).status).toBe(200);
    }
  });

  it('cannot both win a race: of ten changes based on one state, one is stored', async () => {
    const seen = await tagAt(widget);
    const frequencies = ['hourly', 'weekly', 'manual', 'every_six_hours'];
    const attempts = Array.from({ length: 10 }, (_, at) =>
      save([widget, caller][at % 2] as Door, { frequency: frequencies[at % frequencies.length] }, seen),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(412)]);
  });
});

describe('If-Match', () => {
  it.each<[what: string, header: (tag: string) => string, status: number]>([
    ['the current tag', (tag) => tag, 200],
    ['a list that holds it', (tag) => `"other", ${tag},"a,b"`, 200],
    ['any state', () => '*', 200],
    ['another tag', () => '"other"', 412],
    ['a list of others', () => '"one", "two"', 412],
    ['the tag as a part of another', (tag) => `"x${tag.slice(1)}`, 412],
    ['the tag as a weak one, which matches nothing', (tag) => `W/${tag}`, 412],
    ['the tag without quotes', (tag) => tag.slice(1, -1), 412],
    ['nothing', () => '', 412],
  ])('with %s', async (_, header, status) => {
    expect((await save(widget, { frequency: 'weekly' }, header(await tagAt(widget)))).status).toBe(status);
    expect((await stored()).frequency).toBe(status === 200 ? 'weekly' : 'daily');
  });

  it('is checked before the values, and not needed', async () => {
    expect(await save(widget, { frequency: 'never' }, '"other"')).toMatchObject(refused);
    expect((await save(widget, { frequency: 'never' })).status).toBe(422);
    expect((await save(widget, { frequency: 'weekly' })).status).toBe(200);
  });

  it('may be sent by pages of any origin, which read the tag', async () => {
    const origin = 'https://page.example';
    const asked = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' };
    const preflight = await api.ask('OPTIONS', widget.path, { headers: { origin, ...asked } });
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toContain('if-match');
    const { headers } = await api.get(widget.path, widget.token, { origin });
    expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('ETag');
  });
});
