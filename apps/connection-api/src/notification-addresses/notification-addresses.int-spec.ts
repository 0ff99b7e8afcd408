import { initialise, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';

const path = '/api/notification-addresses';

interface Stored {
  addresses: string[];
  mail_configured: boolean;
}

let api: ConnectionApiUnderTest;
let owner: EmbeddingSystem;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  owner = await initialise(api);
});
afterAll(() => api.stop());

const get = async (of = owner) => (await api.get<Stored>(path, of.token)).body;
const put = (addresses: unknown, of = owner) => api.ask<Stored>('PUT', path, { token: of.token, body: { addresses } });

describe(path, () => {
  it('holds what was put there last, in its order and spelling, for this company alone', async () => {
    const other = await initialise(api);
    expect(await get()).toEqual({ addresses: [], mail_configured: true });
    const given = ['b@Company.example', 'A@company.example', 'a@COMPANY.example', 'b@Company.example'];
    const kept = { addresses: ['b@Company.example', 'A@company.example'], mail_configured: true };
    expect(await put(given)).toMatchObject({ status: 200, body: kept });
    expect(await get()).toEqual(kept);
    expect(await get(other)).toEqual({ addresses: [], mail_configured: true });
    expect((await put(['c@company.example', 'B@company.example'])).body.addresses).toEqual(['c@company.example', 'B@company.example']);
    expect(await get()).toMatchObject({ addresses: ['c@company.example', 'B@company.example'] });
    expect((await put([])).body.addresses).toEqual([]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@company.example`);
  const long = (length: number) => {
    const domain = `${'d'.repeat(60)}.`.repeat(4);
    return `${'a'.repeat(length - domain.length - 3)}@${domain}de`;
  };

  it.each<[string, unknown, number]>([
    ['ten', many(10), 200],
    ['eleven', many(11), 422],
    ['no list', 'a@company.example', 422],
    ['nothing', undefined, 422],
    ['null', [null], 422],
    ['a list in a list', [['a@company.example']], 422],
    ['no address', ['company.example'], 422],
    ['a name as well', ['Company <a@company.example>'], 422],
    ['two in one', ['a@company.example,b@company.example'], 422],
    ['a line break', ['a@company.example\r\nBcc: b@company.example'], 422],
    ['letters that not every mail server takes', ['ä@company.example'], 422],
    ['255 characters', [long(255)], 422],
  ])('%s: as it should be', async (_, addresses, status) => {
    await put([]);
    expect((await put(addresses)).status).toBe(status);
    expect((await get()).addresses).toEqual(status === 200 ? addresses : []);
  });

  it('two lists at once: one of them is stored', async () => {
    const lists = [many(10), many(9).reverse()];
    const responses = await Promise.all(lists.map((list) => put(list)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(lists).toContainEqual((await get()).addresses);
  });
});

it('without MAIL_FROM it says that no mail is sent, refuses addresses, and lets those that are there be removed', async () => {
  const without = await ConnectionApiUnderTest.start({ MAIL_FROM: '' });
  const { token, tenantId } = await initialise(without);
  const ask = (addresses: string[]) => without.ask('PUT', path, { token, body: { addresses } });
  expect(await ask(['a@company.example'])).toMatchObject({
    status: 409,
    body: { type: '/problems/conflict', detail: expect.stringMatching(/^This service sends no mail/) as string },
  });
  await without.query(`insert into notification_addresses (tenant_id, place, address) values ($1, 1, 'a@company.example')`, [tenantId]);
  expect((await without.get(path, token)).body).toEqual({ addresses: ['a@company.example'], mail_configured: false });
  expect(await ask([])).toMatchObject({ status: 200, body: { addresses: [], mail_configured: false } });
  await without.stop();
});
