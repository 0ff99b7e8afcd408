import { ConnectionSyncError } from './connection-sync-error';
import { cutOff, json, lines, problem, ScriptedService, silence } from './testing/scripted-service';

let service: ScriptedService;
beforeAll(async () => (service = await ScriptedService.start()));
afterAll(() => service.stop());

const failureOf = async (call: Promise<unknown>): Promise<ConnectionSyncError> => {
  const error: unknown = await call.then(
    () => new Error('The call succeeded.'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConnectionSyncError);
  return error as ConnectionSyncError;
};

const unavailable = problem('service-unavailable', 503, { 'retry-after': '0' });
const found = json({ id: 'c1' });

describe('a request', () => {
  it('carries the token, asks for JSON and sends JSON', async () => {
    const client = service.client([found]);
    await client.connections.get('c1');
    await client.connections.syncs.create('c1', { mode: 'full' });
    const [read, sent] = service.seen;
    expect(read).toMatchObject({ headers: { authorization: 'Bearer sca_test', accept: 'application/json' }, body: '' });
    expect(sent).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"mode":"full"}' });
  });

  it('goes without the token when a company signs up and when a plugin registers', async () => {
    const client = service.client([found]);
    await client.connections.connect({ system_slug: 'mailing_platform', external_user_id: 'me' });
    await client.connections.register({ system_slug: 'commerce_a', base_url: 'https://shop.example', credentials: {} });
    await client.connections.connect();
    await client.connections.connect({ connection_token: 'scc_x' });
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, 'Bearer sca_test', 'Bearer sca_test']);
  });

  it('takes a base address with slashes at its end, and a fetch of your own', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(input as string);
      return globalThis.fetch(input, init);
    };
    await service.client([found], { baseUrl: `${service.url}//`, fetch }).connections.get('c1');
    expect(asked).toEqual([`${service.url}/api/system-connections/c1`]);
  });

  it('does not follow a redirect, which would carry the token elsewhere', async () => {
    const elsewhere = json(null, 307, { location: `${service.url}/elsewhere` });
    expect(await failureOf(service.client([elsewhere], { maxRetries: 0 }).connections.get('c1'))).toMatchObject({ type: 'network-error' });
    expect(service.seen).toHaveLength(1);
  });

  it('gives the entity tag of a configuration, and sends it back', async () => {
    const client = service.client([json({ configuration: {} }, 200, { etag: '"v1"' })]);
    const { etag } = await client.connections.configuration.get('c1');
    await client.connections.configuration.update('c1', { configuration: { frequency: 'daily' } }, { ifMatch: etag });
    await client.widget.configuration.update({ configuration: {} });
    expect(service.seen.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"v1"', undefined]);
  });
});

describe('lists', () => {
  const page = (data: string[], next_cursor: string | null, more: object = {}) =>
    json({ data: data.map((id) => ({ id })), next_cursor, ...more });

  it('ask for their next page while they are read', async () => {
    const ids: string[] = [];
    for await (const { id } of service.client([page(['a', 'b'], 'x'), page([], 'y'), page(['c'], null)]).connections.list({ limit: 2 })) {
      ids.push(id);
    }
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(service.seen.map(({ url }) => url.search)).toEqual(['?limit=2', '?limit=2&cursor=x', '?limit=2&cursor=y']);
  });

  it('stop asking when the reader leaves', async () => {
    for await (const { id } of service.client([page(['a'], 'x')]).connections.list()) if (id === 'a') break;
    expect(service.seen).toHaveLength(1);
  });

  it('of records end with the last page, whose cursor is to be kept', async () => {
    const cursors: string[] = [];
    const feed = service.client([page(['a'], 'x', { has_more: true }), page(['b'], 'y', { has_more: false })]);
    for await (const { next_cursor } of feed.records.list('orders', { cursor: 'w' }).pages()) cursors.push(next_cursor);
    expect(cursors).toEqual(['x', 'y']);
    expect(service.seen.map(({ url }) => url.search)).toEqual(['?cursor=w', '?cursor=x']);
  });
});

describe('the export of a person', () => {
  const rows = [
    { type: 'customers', record: { id: 'r1' } },
    { type: 'orders', record: { id: 'r2' } },
  ];

  it('is read line by line', async () => {
    const found = [];
    for await (const row of service.client([lines(...rows)]).privacy.exports.create({ email: 'erika@example.com' })) found.push(row);
    expect(found).toEqual(rows);
    expect(service.seen[0]).toMatchObject({ headers: { accept: 'application/x-ndjson' }, body: '{"email":"erika@example.com"}' });
  });

  it('throws when it is cut off, and is not taken for a whole one', async () => {
    const half = service.client([cutOff(`${JSON.stringify(rows[0])}\n{"type":`)]).privacy.exports.create({ email: 'erika@example.com' });
    expect(await half.next()).toMatchObject({ value: rows[0] });
    expect(await failureOf(half.next())).toMatchObject({ type: 'network-error' });
  });
});

describe('a failure', () => {
  it('is an error with the problem of the service, its type, its status and the id of the request', async () => {
    const client = service.client([problem('not-found', 404, { 'x-request-id': 'r1' })]);
    const error = await failureOf(client.connections.get('c1'));
    expect(error).toMatchObject({
      name: 'ConnectionSyncError',
      type: '/problems/not-found',
      status: 404,
      requestId: 'r1',
      problem: { title: 'A title', detail: 'A detail.' },
      message: 'GET /api/system-connections/{id}: 404. A title. A detail.',
    });
    expect(service.seen).toHaveLength(1);
  });

  it.each([
    ['a page of a proxy', (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<html>'), 'unexpected-response'],
    ['a response that is cut off', cutOff('{"id": '), 'network-error'],
    ['no response in time', silence, 'timeout'],
  ] as [string, typeof silence, string][])('%s has a type of its own', async (_what, response, type) => {
    const client = service.client([response], { maxRetries: 0, timeoutMs: 200 });
    expect(await failureOf(client.connections.get('c1'))).toMatchObject({ type, problem: null });
  });
});

describe('repetition', () => {
  it.each([
    ['GET', (client) => client.connections.get('c1')],
    ['PUT', (client) => client.connections.credentials.replace('c1', { credentials: {} })],
    ['DELETE', (client) => client.connections.delete('c1')],
  ] as [string, (client: ReturnType<typeof service.client>) => Promise<unknown>][])(
    '%s is sent again after every failure that passes',
    async (_method, call) => {
      for (const passing of [problem('too-many-requests', 429), unavailable, json('', 502), json('', 504), cutOff()]) {
        await call(service.client([passing, found]));
        expect(service.seen).toHaveLength(2);
      }
    },
  );

  it.each([
    ['POST', (client) => client.connections.disconnect('c1')],
    ['PATCH', (client) => client.connections.configuration.update('c1', { configuration: {} })],
  ] as [string, (client: ReturnType<typeof service.client>) => Promise<unknown>][])(
    '%s is sent again only when the service did not do the work',
    async (_method, call) => {
      await call(service.client([problem('too-many-requests', 429), unavailable, found]));
      expect(service.seen).toHaveLength(3);
      for (const unknown of [json('', 502), json('', 504), cutOff()]) {
        await failureOf(call(service.client([unknown, found])));
        expect(service.seen).toHaveLength(1);
      }
    },
  );

  it('a deletion whose response was lost succeeds when there is nothing left', async () => {
    await service.client([cutOff(), problem('not-found', 404)]).connections.delete('c1');
    await failureOf(service.client([unavailable, problem('not-found', 404)]).connections.delete('c1'));
  });

  it('ends after maxRetries, and reports each attempt that another one follows', async () => {
    const heard: (number | null)[] = [];
    const client = service.client([unavailable], { maxRetries: 2, onRetry: ({ status }) => heard.push(status) });
    expect(await failureOf(client.connections.get('c1'))).toMatchObject({ type: '/problems/service-unavailable' });
    expect([service.seen.length, heard]).toEqual([3, [503, 503]]);
  });

  it('waits as long as Retry-After says', async () => {
    const delays: number[] = [];
    const limited = problem('too-many-requests', 429, { 'retry-after': '1' });
    await service.client([limited, found], { onRetry: (_, delayMs) => delays.push(delayMs) }).connections.connect();
    expect([delays, service.seen.length]).toEqual([[1_000], 2]);
  });

  it.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ])('fails at once when Retry-After, in %s, is longer than the caller waits', async (_form, value) => {
    const client = service.client([problem('too-many-requests', 429, { 'retry-after': value() }), found]);
    const { status, retryAfterMs } = await failureOf(client.connections.get('c1'));
    expect([status, Math.round((retryAfterMs ?? 0) / 100_000)]).toEqual([429, 36]);
    expect(service.seen).toHaveLength(1);
  });
});

describe('an abort', () => {
  it.each([
    ['before the call', 0, silence],
    ['during an attempt', 50, silence],
    ['between two attempts', 50, problem('service-unavailable', 503, { 'retry-after': '30' })],
  ] as const)('%s rejects with the reason of the signal', async (_when, afterMs, response) => {
    const controller = new AbortController();
    const reason = new Error('The page was left.');
    if (afterMs === 0) controller.abort(reason);
    const call = service.client([response]).connections.get('c1', { signal: controller.signal });
    setTimeout(() => controller.abort(reason), afterMs);
    await expect(call).rejects.toBe(reason);
  });
});
