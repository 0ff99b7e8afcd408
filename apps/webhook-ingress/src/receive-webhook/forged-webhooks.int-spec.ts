import { createHash, createHmac } from 'node:crypto';
import { send, signature, WebhookIngressUnderTest, type Response, type Sent, type Shop } from '../testing/webhook-ingress-under-test';

type Headers = NonNullable<Sent['headers']>;

interface Forgery {
  name: string;
  sent: (shop: Shop, other: Shop) => Sent;
}

const body = '{"id":517,"status":"processing"}';
const wc = 'X-WC-Webhook-Signature';
const to = ({ id }: Shop, headers: Headers, sentBody: string | Buffer = body): Sent => ({
  path: `/api/webhooks/${id}`,
  headers,
  body: sentBody,
});

/** The right shop's address and body, and this instead of its signature. */
const forged = (name: string, value: (shop: Shop, other: Shop) => string, header = wc): Forgery => ({
  name,
  sent: (shop, other) => to(shop, [[header, value(shop, other)]]),
});
const right = ({ secret }: Shop) => signature(body, secret);
const hex = ({ secret }: Shop) => signature(body, secret, 'hex');
const bytes = (shop: Shop) => Buffer.from(right(shop), 'base64');
const keyed = (algorithm: string, secret: string | Buffer, of: string | Buffer = body) =>
  createHmac(algorithm, secret).update(of).digest('base64');

const wrongValues: Forgery[] = [
  forged('an empty signature', () => ''),
  forged('blanks', () => '   '),
  forged('the signature of another connection’s secret', (_, other) => right(other)),
  forged('signed with its own id', ({ id }) => keyed('sha256', id)),
  forged('signed with an empty secret', () => keyed('sha256', '')),
  forged('signed with the text null', () => keyed('sha256', 'null')),
  forged('signed with the text undefined', () => keyed('sha256', 'undefined')),
  forged('signed with the secret’s bytes of hex', ({ secret }) => keyed('sha256', Buffer.from(secret, 'hex'))),
  forged('signed with the secret in upper case', ({ secret }) => keyed('sha256', secret.toUpperCase())),
  forged('signed with the secret and a newline', ({ secret }) => keyed('sha256', `${secret}\n`)),
  forged('SHA-1', ({ secret }) => keyed('sha1', secret)),
  forged('SHA-512', ({ secret }) => keyed('sha512', secret)),
  forged('SHA-512 cut to 32 bytes', ({ secret }) => createHmac('sha512', secret).update(body).digest().subarray(0, 32).toString('base64')),
  forged('SHA3-256', ({ secret }) => keyed('sha3-256', secret)),
  forged('a plain hash of the body', () => createHash('sha256').update(body).digest('base64')),
  forged('a hash of secret and body', ({ secret }) =>
    createHash('sha256')
      .update(secret + body)
      .digest('hex'),
  ),
  forged('of an empty body', ({ secret }) => keyed('sha256', secret, '')),
  forged('of the body and a newline', ({ secret }) => keyed('sha256', secret, `${body}\n`)),
  forged('of the body written otherwise', ({ secret }) => keyed('sha256', secret, JSON.stringify(JSON.parse(body), null, 1))),
  forged('of a stamp and the body', ({ secret }) => `t=1,v1=${createHmac('sha256', secret).update(`1.${body}`).digest('hex')}`),
  forged('cut by one character', (shop) => right(shop).slice(0, -1)),
  forged('cut to the first half', (shop) => hex(shop).slice(0, 32)),
  forged('31 bytes', (shop) => bytes(shop).subarray(0, 31).toString('base64')),
  forged('33 bytes', (shop) => Buffer.concat([bytes(shop), Buffer.alloc(1)]).toString('base64')),
  forged('one bit another', (shop) => Buffer.from(bytes(shop).map((byte, place) => (place === 7 ? byte ^ 1 : byte))).toString('base64')),
  forged('the last bit another, in hex', (shop) =>
    Buffer.from(bytes(shop).map((byte, place) => (place === 31 ? byte ^ 1 : byte))).toString('hex'),
  ),
  forged('turned around', (shop) => Buffer.from(bytes(shop).toReversed()).toString('base64')),
  forged('base64 of the hex', (shop) => Buffer.from(hex(shop)).toString('base64')),
  forged('hex of the base64', (shop) => Buffer.from(right(shop)).toString('hex')),
  forged('base64url', (shop) => `${bytes(shop).toString('base64url')}-`),
  forged('without its padding', (shop) => right(shop).replace(/=+$/, '')),
  forged('in quotes', (shop) => `"${right(shop)}"`),
  forged('hex with 0x', (shop) => `0x${hex(shop)}`),
  forged('hex with colons', (shop) => (hex(shop).match(/../g) ?? []).join(':')),
  forged('another prefix', (shop) => `sha512=${hex(shop)}`),
  forged('the prefix of SHA-1', (shop) => `sha1=${hex(shop)}`),
  forged('only an unknown version tag', (shop) => `v2,${right(shop)}`),
  forged('prefix twice', (shop) => `sha256=sha256=${right(shop)}`),
  forged('only the prefix', () => 'sha256='),
  forged('zeros', () => Buffer.alloc(32).toString('base64')),
  forged('150 entries', (shop) => Array<string>(150).fill(right(shop)).join(' ')),
  forged('9 entries', (shop) => Array<string>(9).fill(right(shop)).join(' ')),
  forged('two joined by a comma', (shop) => `${right(shop)},${right(shop)}`),
  forged('the secret itself', ({ secret }) => secret),
];

const wrongRequests: Forgery[] = [
  { name: 'no signature', sent: (shop) => to(shop, []) },
  {
    name: 'the right signature, one byte of the body changed',
    sent: (shop) => to(shop, [[wc, right(shop)]], body.replace('517', '518')),
  },
  { name: 'the right signature, a byte more', sent: (shop) => to(shop, [[wc, right(shop)]], `${body} `) },
  { name: 'the right signature, no body', sent: (shop) => to(shop, [[wc, right(shop)]], '') },
  { name: 'a body in UTF-16', sent: (shop) => to(shop, [[wc, right(shop)]], Buffer.from(body, 'utf16le')) },
  {
    name: 'the header sent twice',
    sent: (shop) =>
      to(shop, [
        [wc, right(shop)],
        [wc, right(shop)],
      ]),
  },
  { name: 'the right signature in an unknown header', sent: (shop) => to(shop, [['X-Hub-Signature-256', `sha256=${hex(shop)}`]]) },
  { name: 'as a bearer token', sent: (shop) => to(shop, [['Authorization', `Bearer ${right(shop)}`]]) },
  {
    name: 'in the query',
    sent: (shop) => ({ ...to(shop, []), path: `/api/webhooks/${shop.id}?signature=${encodeURIComponent(right(shop))}` }),
  },
  { name: 'a body for one connection posted to another', sent: (shop, other) => to(other, [[wc, right(shop)]]) },
  {
    name: 'a connection that is not there',
    sent: (shop) => to({ ...shop, id: '01960000-0000-7000-8000-00000000dead' }, [[wc, right(shop)]]),
  },
  { name: 'the id in upper case', sent: (shop) => to({ ...shop, id: shop.id.toUpperCase() }, [[wc, right(shop)]]) },
];

let ingress: WebhookIngressUnderTest;
let shop: Shop;
let other: Shop;
let refused: Response;
beforeAll(async () => {
  ingress = await WebhookIngressUnderTest.start();
  [shop, other] = [await ingress.connect(), await ingress.connect()];
  refused = await send(ingress.url, { path: '/api/webhooks/unknown', body });
});
afterAll(() => ingress.stop());

/** Everything a sender sees, except what identifies the request. */
const seen = ({ status, headers, body: problem }: Response) => {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...others } = headers;
  return { status, others, problem: { ...problem, instance: '' } };
};

const forgeries = [...wrongValues, ...wrongRequests];

describe(`${forgeries.length} forged variants`, () => {
  it('are at least 43, and the response reveals nothing', () => {
    expect(forgeries.length).toBeGreaterThanOrEqual(43);
    expect(refused).toMatchObject({ status: 401, body: { type: '/problems/invalid-signature', status: 401 } });
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(refused.headers['www-authenticate']).toBe('HMAC-SHA256');
  });

  it.each(forgeries)('$name: the same 401, and nothing stored', async ({ sent }) => {
    const before = await ingress.count();
    // Twice: the second time the connection is cached.
    for (let time = 1; time <= 2; time += 1) expect(seen(await send(ingress.url, sent(shop, other)))).toEqual(seen(refused));
    expect(await ingress.count()).toBe(before);
  });

  it('the same body with the right signature is accepted', async () => {
    expect((await ingress.deliver(shop, body)).text).toBe('{"status":"accepted"}');
    expect(await ingress.kept(shop)).toHaveLength(1);
  });

  it('forgeries are still refused after that', async () => {
    const before = await ingress.count();
    const responses = await Promise.all(forgeries.map(({ sent }) => send(ingress.url, sent(shop, other))));
    expect(responses.map(seen)).toEqual(forgeries.map(() => seen(refused)));
    expect(await ingress.count()).toBe(before);
  });
});

describe('a connection without a secret gets the same 401', () => {
  it.each([
    ['no credentials', null],
    ['credentials without one', { consumer_key: 'ck' }],
    ['an empty one', { webhook_secret: '' }],
    ['null', { webhook_secret: null }],
    ['a number', { webhook_secret: 0 }],
    ['a list', { webhook_secret: [''] }],
  ])('%s', async (_, credentials) => {
    const { id } = await ingress.connect({ credentials });
    const before = await ingress.count();
    for (const secret of ['', 'null', 'undefined', '0', ' ']) {
      for (const encoding of ['base64', 'hex'] as const) {
        expect(seen(await ingress.deliver({ id, secret }, body, [[wc, signature(body, secret, encoding)]]))).toEqual(seen(refused));
      }
    }
    expect(await ingress.count()).toBe(before);
  });

  it('credentials copied from another connection do not open', async () => {
    const one = await ingress.connect();
    await ingress.rows(
      'update system_connections set credentials = (select credentials from system_connections where id = $2) where id = $1',
      [one.id, shop.id],
    );
    expect(seen(await ingress.deliver({ id: one.id, secret: shop.secret }, body))).toEqual(seen(refused));
    expect(seen(await ingress.deliver(one, body))).toEqual(seen(refused));
  });
});
