import { inspect } from 'node:util';
import { IntegrationRegistry } from '../integration-registry';
import { connectionTo, exportOf } from '../testing/connections';
import { ReplayingShop, type ResponseHandler } from '../testing/replaying-shop';

const secrets = { connection_token: 'plover-token-1f7a', consumer_key: 'ck_plover-2b8c', consumer_secret: 'cs_plover-3d9e' };
const needles = [
  'plover',
  Buffer.from(`${secrets.consumer_key}:${secrets.consumer_secret}`).toString('base64'),
  'Basic ',
  'modified_after',
  'upstream',
];

let shop: ReplayingShop;
let registry: IntegrationRegistry;

beforeEach(async () => {
  shop = await ReplayingShop.start();
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { pageDeadlineMs: 200, verifyDeadlineMs: 200 } });
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
      .end(`${body} upstream ${request.headers.authorization ?? ''} ${request.body} ${secrets.consumer_secret}`);

const faults: [string, ResponseHandler][] = [
  ['refuses the key', respond(401, '{}')],
  ['redirects with the secret in the address', respond(307, '', { Location: `https://evil.example/?${secrets.consumer_secret}` })],
  ['breaks down', respond(500, secrets.consumer_key)],
  ['is busy', respond(429, '', { 'Retry-After': secrets.connection_token })],
  ['returns what it was sent', respond(200, '')],
  ['returns HTML', respond(200, '<html>', { 'Content-Type': 'text/html' })],
  [
    'returns a wrong number of pages',
    (_request, response) => void response.writeHead(200, { 'X-WP-TotalPages': secrets.consumer_secret }).end('[]'),
  ],
  ['never responds', () => undefined],
  ['cuts the connection', (_request, response) => void response.destroy()],
  ['speaks no HTTP', (_request, response) => void response.socket?.end(`garbage ${secrets.consumer_secret}\r\n\r\n`)],
  ['sends a body falsely declared as gzip', respond(200, 'x', { 'Content-Encoding': 'gzip' })],
];

/** Everything that a log, a response or a debugger would print. */
function everyForm(value: unknown): string {
  const error = value as Error;
  const all =
    value instanceof Error
      ? [
          error.message,
          error.stack,
          String(error),
          JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: error.cause }),
        ]
      : [];
  return [...all, JSON.stringify(value), inspect(value, { depth: 12, showHidden: true, getters: false })].join('\n');
}

describe('errors never hold credentials, even if the response does', () => {
  it.each(faults)('when the shop %s', async (_name, fault) => {
    shop.respond = fault;
    const connection = connectionTo(`${shop.baseUrl}/wp-json/wc/v3`, secrets);
    const request = exportOf('customers', '2026-01-01T00:00:00Z');
    const integration = registry.byDriver('commerce_a');
    const outcomes = await Promise.allSettled([
      integration.verify(connection),
      integration.probeBulkExport(connection, request),
      integration.streamBulkExport(connection, request, async () => undefined),
      integration.fetchBulkExportPageRange(connection, request, 1, 1, 50, async () => undefined),
      integration.handleWebhook(
        connection,
        { topic: secrets.consumer_secret, body: { secret: secrets.consumer_secret }, receivedAt: '2026-01-01T00:00:00.000Z' },
        async () => undefined,
      ),
      integration.handleWebhook(
        connection,
        {
          topic: 'order.updated',
          body: { id: secrets.consumer_secret, currency: secrets.consumer_key },
          receivedAt: '2026-01-01T00:00:00.000Z',
        },
        async () => undefined,
      ),
    ]);
    expect([outcomes[1]?.status, outcomes.at(-1)?.status]).toEqual(['rejected', 'rejected']);
    for (const outcome of outcomes) {
      const printed = everyForm(outcome.status === 'rejected' ? outcome.reason : outcome.value);
      for (const needle of needles) expect(printed).not.toContain(needle);
      if (outcome.status === 'rejected') expect((outcome.reason as Error).cause).toBeUndefined();
    }
  });

  it('nor when a connection is printed', () => {
    expect(everyForm(connectionTo(shop.baseUrl, secrets))).not.toContain('plover');
  });
});
