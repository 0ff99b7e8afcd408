import { RecordStore } from '@sync/record-store';
import { until } from '@sync/test-harness';
import { initialise, link, register, setStatus, startHandshake, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';
import { entitle, storeCustomers } from '../testing/stored-customers';

interface Feed {
  data: { id: string; source_id: string; system_connection_id: string }[];
  next_cursor: string;
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let older: string;

const read = async (cursor?: string, { token } = owner) =>
  (await api.get<Feed>(`/api/records/customers${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, token)).body;
const served = async (count: number, by = owner): Promise<Feed> => {
  let feed: Feed | undefined;
  await until(async () => (feed = await read(undefined, by)).data.length === count);
  return feed!;
};

const findShopId = (id: string) => api.app.get(RecordStore, { strict: false }).findShopId(id);
const write = (shopId: string, ...sourceIds: string[]) => storeCustomers(api, shopId, ...sourceIds);

const finalise: Record<string, () => Promise<string>> = {
  'the caller': async () => (await link(api, owner, shop)).id,
  'the plugin': async () => {
    const { connectionToken, connectionId } = await startHandshake(api, owner.token);
    expect((await api.register({ ...shop.registration, connection_token: connectionToken })).status).toBe(200);
    return connectionId;
  },
};

beforeAll(async () => (api = await ConnectionApiUnderTest.start()));
beforeEach(async () => {
  shop = await Shop.start();
  owner = await initialise(api);
  older = (await link(api, owner, shop)).id;
  await entitle(api, older, owner);
  await write(older, '1', '2', '3');
});
afterEach(() => shop.stop());
afterAll(() => api.stop());

describe('the same shop linked again by its tenant', () => {
  it.each(Object.keys(finalise))('keeps records, their ids and their places without a gap when %s finalises', async (how) => {
    const before = await served(3);
    const newer = await finalise[how]!();
    const after = await served(3);
    expect(after.data).toEqual(before.data.map((record) => ({ ...record, system_connection_id: newer })));
    expect(await read(before.next_cursor)).toMatchObject({ data: [] });
    expect(await api.query('select id, status from system_connections where base_url = $1 order by id', [shop.url])).toEqual(
      [
        { id: older, status: 'inactive' },
        { id: newer, status: 'active' },
      ].sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  });

  it.each(['error', 'disconnected', 'inactive'])('keeps them when the older connection was %s', async (status) => {
    const before = await served(3);
    await setStatus(api, older, status);
    const newer = await finalise['the caller']!();
    expect((await served(3)).data.map(({ id, system_connection_id: by }) => [id, by])).toEqual(before.data.map(({ id }) => [id, newer]));
  });

  it('keeps them however often it is linked, and a change moves one record only', async () => {
    const before = await served(3);
    for (let times = 0; times < 3; times += 1) await finalise[times % 2 === 0 ? 'the plugin' : 'the caller']!();
    const newest = await finalise['the caller']!();
    const shopId = (await findShopId(newest))!;
    expect([await findShopId(older), shopId]).toEqual([null, older]);
    expect(await write(shopId, '1', '2', '3')).toBe(0);
    expect(await write(shopId, '4')).toBe(1);
    await until(async () => (await read(before.next_cursor)).data.length === 1);
    expect((await read(before.next_cursor)).data).toMatchObject([{ source_id: '4', system_connection_id: newest }]);
  });

  it('keeps the rules made by hand', async () => {
    await entitle(api, older, owner, { isDefault: false });
    const newer = await finalise['the caller']!();
    expect(
      await api.query('select source_connection_id as id from sync_rules where not is_default and tenant_id = $1', [owner.tenantId]),
    ).toEqual([{ id: newer }]);
  });

  it('a connection that the shop refuses takes nothing over', async () => {
    const before = await served(3);
    const { connectionToken } = await register(api, shop);
    shop.key = { consumer_key: 'ck_other', consumer_secret: 'cs_other' };
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(422);
    expect((await read()).data).toEqual(before.data);
  });

  it('uninstalling the older connection deletes no record, and uninstalling the newer one deletes all', async () => {
    const newer = await finalise['the caller']!();
    const uninstall = (id: string) => api.ask('DELETE', `/api/system-connections/${id}`, { token: owner.token });
    expect((await uninstall(older)).status).toBe(204);
    await served(3);
    expect((await uninstall(newer)).status).toBe(204);
    expect(await api.value('select count(*)::int from customers where shop_id = $1', [older])).toBe(0);
    expect(await api.value('select coalesce(sum(bytes), 0)::int from stored_bytes where tenant_id = $1', [owner.tenantId])).toBe(0);
  });

  it("another tenant's records of the same shop stay with that tenant's connection", async () => {
    const other = await initialise(api);
    const { id } = await link(api, other, shop);
    await entitle(api, id, other);
    await write(id, '1');
    const theirs = await served(1, other);
    await finalise['the caller']!();
    expect((await served(1, other)).data).toEqual(theirs.data);
    expect((await served(3)).data).toHaveLength(3);
  });
});
