import { inspect } from 'node:util';
import { IntegrationRegistry } from '../integration-registry';
import { exportOf } from '../testing/connections';
import { ReplayingShop, type ResponseHandler } from '../testing/replaying-shop';
import { connectionTo } from './testing/table-shop';

const key = 'PLOVER1F7A2B8C3D9E4F5A6B7C8D9E0F1A';
const needles = ['PLOVER', Buffer.from(`${key}:`).toString('base64'), 'Basic ', 'output_format', 'upstream', 'secretpasswd'];

let shop: ReplayingShop;
let registry: IntegrationRegistry;

function open(commerceB: { pageDeadlineMs?: number; verifyDeadlineMs?: number } = {}): void {
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceB });
}

beforeEach(async () => {
  shop = await ReplayingShop.start();
});

afterEach(async () => {
  registry.close();
  await shop.stop();
});

const respond =
  (status: number, body: string, headers: Record<string, string> = {}): ResponseHandler =>
  (request, response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(body.replaceAll('$', `upstream ${request.headers.authorization ?? ''} ${request.url.href} ${key}`));

const faults: [string, ResponseHandler][] = [
  ['refuses the key', respond(401, '{"errors":[{"code":20,"message":"$"}]}')],
  ['refuses the resource', respond(401, '{"errors":[{"code":26,"message":"$"}]}')],
  ['names codes that are text', respond(400, '{"errors":[{"code":"$","message":"$"}]}')],
  ['redirects with the secret in the address', respond(302, '', { Location: `https://evil.example/?ws_key=${key}` })],
  ['breaks down', respond(500, '$')],
  ['is busy', respond(429, '', { 'Retry-After': key })],
  ['returns what it was sent', respond(200, '$')],
  ['returns errors with status 200', respond(200, '{"errors":[{"code":2,"message":"$"}]}')],
  ['returns another root', respond(200, '{"$":[{"passwd":"secretpasswd"}]}')],
  ['returns HTML', respond(200, '<html>$', { 'Content-Type': 'text/html' })],
  ['never responds', () => undefined],
  ['cuts the connection', (_request, response) => void response.destroy()],
];

/** Everything that a log, a response or a debugger would print. */
function everyForm(value: unknown): string {
  const error = value instanceof Error ? [value.message, value.stack, String(value), JSON.stringify({ ...value, cause: value.cause })] : [];
  return [...error, JSON.stringify(value), inspect(value, { depth: 12, showHidden: true, getters: false })].join('\n');
}

describe('errors never hold credentials, even if the response does', () => {
  it.each(faults)('when the shop %s', async (_name, fault) => {
    open({ pageDeadlineMs: 200, verifyDeadlineMs: 200 });
    shop.respond = fault;
    const connection = connectionTo(shop, { key });
    const request = exportOf('customers', '2026-01-01T00:00:00Z');
    const integration = registry.byDriver('commerce_b');
    const outcomes = await Promise.allSettled([
      integration.verify(connection),
      integration.probeBulkExport(connection, request),
      integration.streamBulkExport(connection, request, async () => undefined),
      integration.fetchBulkExportPageRange(connection, request, 1, 1, 50, async () => undefined),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes) {
      const printed = everyForm(outcome.status === 'rejected' ? outcome.reason : outcome.value);
      for (const needle of needles) expect(printed).not.toContain(needle);
      if (outcome.status === 'rejected') expect((outcome.reason as Error).cause).toBeUndefined();
    }
  });

  it('identifies an unmappable row by its id only', async () => {
    open();
    shop.respond = ({ url }, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(url.pathname === '/api/customers' ? '{"customers":[{"id":5,"passwd":"secretpasswd","note":"upstream"}]}' : '[]');
    const batches: unknown[] = [];
    await registry
      .byDriver('commerce_b')
      .fetchBulkExportPageRange(connectionTo(shop, { key }), exportOf('customers'), 1, 1, 50, async (batch) => void batches.push(batch));
    expect(batches).toMatchObject([{ records: [], skipped: [{ sourceId: '5', reason: 'the customer has no e-mail address' }] }]);
    for (const needle of needles) expect(everyForm(batches)).not.toContain(needle);
  });
});
