import { initialise, link, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';
import { entitle, storeCustomers } from '../testing/stored-customers';

interface Line {
  cursor: string;
  record: { source_id: string; system_connection_id: string };
}

let api: ConnectionApiUnderTest;
let shops: Shop[];
let owner: EmbeddingSystem;
let sources: string[];

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  shops = [await Shop.start(), await Shop.start()];
  owner = await initialise(api);
  sources = [];
  for (const shop of shops) sources.push((await link(api, owner, shop)).id);
  for (const source of sources) await entitle(api, source, owner);
  for (const at of [0, 1, 2, 3, 4]) await storeCustomers(api, sources[at % 2]!, ...[0, 1, 2, 3].map((number) => `${at}-${number}`));
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await api.stop();
});

const fetchLines = (query = '') =>
  fetch(`${api.url}/api/records/customers${query}`, {
    headers: { accept: 'application/x-ndjson', authorization: `Bearer ${owner.token}` },
  });
/** The whole lines of what arrived: a client drops the rest of a line that was cut off. */
const linesIn = (text: string): Line[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const readLines = async (query = '') => linesIn(await (await fetchLines(query)).text());
const idsOf = (lines: Line[]) => lines.map(({ record }) => record.source_id);

it('Accept: application/x-ndjson: a line for each record, to the end, in the order of the pages', async () => {
  const response = await fetchLines();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = linesIn(await response.text());
  const { body: page } = await api.get<{ data: unknown[]; next_cursor: string }>('/api/records/customers', owner.token);
  expect(lines.map(({ record }) => record)).toEqual(page.data);
  expect(lines).toHaveLength(20);
  expect(lines.at(-1)?.cursor).toBe(page.next_cursor);
});

it('a reader that is cut off after any byte goes on from its last whole line without a gap or repetition', async () => {
  const text = await (await fetchLines()).text();
  const all = idsOf(linesIn(text));
  const rest = new Map<string, string[]>();
  for (const { cursor } of linesIn(text)) rest.set(cursor, idsOf(await readLines(`?cursor=${cursor}`)));
  rest.set('', all);
  for (let bytes = 0; bytes <= text.length; bytes += 1) {
    const got = linesIn(text.slice(0, bytes));
    expect([...idsOf(got), ...(rest.get(got.at(-1)?.cursor ?? '') ?? ['lost'])]).toEqual(all);
  }
});

it('lines and pages share cursors and filters; of nothing there is no line', async () => {
  const [first] = await readLines(`?source_connection_id=${sources[1]!}`);
  expect(first?.record).toMatchObject({ source_id: '1-0', system_connection_id: sources[1] });
  const { body } = await api.get<{ data: { source_id: string }[] }>(
    `/api/records/customers?limit=1&cursor=${String(first?.cursor)}`,
    owner.token,
  );
  expect(body.data).toMatchObject([{ source_id: '1-1' }]);
  expect(await readLines('?updated_since=2999-01-01T00:00:00Z')).toEqual([]);
});

it.each(['?cursor=nonsense', '?limit=0', '?unknown=1'])('a request that is refused (%s) gets a problem, not lines', async (query) => {
  const response = await fetchLines(query);
  expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/problem+json; charset=utf-8']);
});
