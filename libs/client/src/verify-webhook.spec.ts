import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ConnectionSyncError } from './connection-sync-error';
import { verifyWebhook } from './verify-webhook';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [secret, former, foreign] = [newSecret(), newSecret(), newSecret()];
const now = () => Math.floor(Date.now() / 1000);

function signed(body: string, by: readonly string[] = [secret], id = 'd1', timestamp = now()) {
  const signatures = by.map((one) => new Webhook(one).sign(id, new Date(timestamp * 1000), body));
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}

const body = JSON.stringify({ type: 'endpoint.test', timestamp: '2026-01-05T12:00:00Z', data: {} });

type Outcome = ['accepted', unknown] | ['refused'];
const outcome = async (verify: () => unknown): Promise<Outcome> => {
  try {
    return ['accepted', await verify()];
  } catch {
    return ['refused'];
  }
};

/** A delivery, and what may have happened to it on its way. */
const deliveries = fc
  .record({
    payload: fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null))),
    id: fc.stringMatching(/^[\w.-]{1,20}$/),
    ageSeconds: fc.oneof(fc.integer({ min: -280, max: 280 }), fc.constantFrom(-400, 400, -320, 320)),
    by: fc.constantFrom([secret], [former, secret], [secret, former], [foreign], []),
  })
  .chain(({ payload, id, ageSeconds, by }) => {
    const text = JSON.stringify(payload);
    const headers: Record<string, string> = signed(text, by, id, now() - ageSeconds);
    const flip = (value: string, at: number) => value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
    const tampered = (name: string) =>
      fc.nat(Math.max(0, headers[name]!.length - 1)).map((at) => ({ text, headers: { ...headers, [name]: flip(headers[name]!, at) } }));
    const replaced = (name: string, values: string[]) =>
      fc.constantFrom(...values).map((value) => ({ text, headers: { ...headers, [name]: value } }));
    return fc.oneof(
      { weight: 30, arbitrary: fc.constant({ text, headers }) },
      fc.constant({ text: `${text} `, headers }),
      fc.constant({ text: text.slice(1), headers }),
      tampered('webhook-signature'),
      tampered('webhook-id'),
      tampered('webhook-timestamp'),
      replaced('webhook-timestamp', ['', 'soon', `${now()}x`, ` ${now()}`, `${now()}.9`, '1e9', '-1', 'NaN']),
      replaced('webhook-signature', [
        '',
        'v1',
        'v1,',
        'v2,AAAA',
        `v1a,${headers['webhook-signature']!.slice(3)}`,
        `v1,x ${headers['webhook-signature']}`,
        `${headers['webhook-signature']},x`,
        headers['webhook-signature']!.replace('=', ''),
      ]),
      fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature').map((name) => {
        const { [name]: _, ...others } = headers;
        return { text, headers: others };
      }),
    );
  });

describe('verifyWebhook', () => {
  it('accepts and refuses 1,000 generated deliveries like the library of the standard', async () => {
    const counts = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ text, headers }) => {
        const expected = await outcome(() => new Webhook(secret).verify(text, headers));
        expect(await outcome(() => verifyWebhook(text, headers, secret))).toEqual(expected);
        counts[expected[0]] += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(counts.accepted).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(100);
  });

  it('takes the body as bytes, and the headers of the Fetch API, of Node, and in any case', async () => {
    const headers = signed(body);
    const event = JSON.parse(body) as unknown;
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const given of [headers, upper, lists, new Headers(headers)])
      expect(await verifyWebhook(Buffer.from(body), given, secret)).toEqual(event);
  });

  it('accepts what one of several secrets has signed, during a rotation on either side', async () => {
    const event = JSON.parse(body) as unknown;
    expect(await verifyWebhook(body, signed(body, [former]), [secret, former])).toEqual(event);
    expect(await verifyWebhook(body, signed(body, [former, secret]), secret)).toEqual(event);
    await expect(verifyWebhook(body, signed(body, [foreign]), [secret, former])).rejects.toThrow('no secret matches');
  });

  it('signs bytes, not text: bytes that are no text are refused as such, not read as something else', async () => {
    const replacement = Buffer.from('{"type":"\ufffd"}');
    const broken = Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const headers = signed(replacement.toString());
    expect(await verifyWebhook(replacement, headers, secret)).toEqual({ type: '\ufffd' });
    await expect(verifyWebhook(broken, headers, secret)).rejects.toThrow('no secret matches');
  });

  // Signed in the test: a slow machine may collect the tests long before.
  it.each<[string, () => Record<string, string>]>([
    ['webhook-signature is missing', () => ({ 'webhook-id': 'd1', 'webhook-timestamp': '1' })],
    ['timestamp', () => signed(body, [secret], 'd1', now() - 301)],
    ['timestamp', () => signed(body, [secret], 'd1', now() + 310)],
  ])('says what is wrong: %s', async (reason, headers) => {
    const refused = verifyWebhook(body, headers(), secret);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toBeInstanceOf(ConnectionSyncError);
    await expect(refused).rejects.toMatchObject({ type: 'invalid-webhook', status: null });
  });

  it('throws another error for a secret that is none, which no delivery can cause', async () => {
    for (const wrong of ['whsec_', 'whsec_ä']) {
      const refused = verifyWebhook(body, signed(body), wrong);
      await expect(refused).rejects.toThrow();
      await expect(refused).rejects.not.toBeInstanceOf(ConnectionSyncError);
    }
  });
});
