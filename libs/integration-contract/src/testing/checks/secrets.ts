import { inspect } from 'node:util';
import { systemCapabilities } from '@sync/records';
import type { WebhookPayload } from '../../webhook';
import { Exercise, ofShop, strayConnection, withShop } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest, SpoiledResponse } from '../integration-under-test';
import { outputOf } from '../captured-output';
import { refusals, unreadableResponses } from '../spoiled-responses';

const minSecretLength = 6;

/** The connection's secrets in every encoding that a request or an error may carry. */
function secretForms({ connection }: ShopUnderTest): string[] {
  const secrets = Object.values(connection.credentials.reveal()).filter(
    (value): value is string => typeof value === 'string' && value.length >= minSecretLength,
  );
  if (secrets.length === 0) throw new Error(`A connection under test has secrets of at least ${minSecretLength} characters.`);
  const pairs = secrets.flatMap((user) => [...secrets, ''].map((password) => `${user}:${password}`));
  const encoded = [...secrets, ...pairs].flatMap((text) => [
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
    Buffer.from(text).toString('hex'),
    encodeURIComponent(text),
  ]);
  return [...new Set([...secrets, ...encoded])];
}

/** Everything that a log, a response or a debugger would print. */
function everyForm(value: unknown): string {
  const inspected = inspect(value, { depth: 12, showHidden: true, getters: false, maxArrayLength: null, maxStringLength: null });
  if (!(value instanceof Error)) return `${JSON.stringify(value)}\n${inspected}`;
  const parts = { ...value, message: value.message, stack: value.stack, cause: value.cause };
  return [String(value), JSON.stringify(parts), inspected].join('\n');
}

/** Responses that echo what was sent, for every way a shop can misbehave. */
function echoingResponses(secrets: string): SpoiledResponse[] {
  const header = encodeURIComponent(secrets);
  return [
    ...refusals(`{"code":"refused","message":${JSON.stringify(secrets)}}`),
    { status: 307, headers: { Location: `https://elsewhere.example/?${header}` }, body: '' },
    { status: 503, headers: { 'Retry-After': header }, body: secrets },
    ...unreadableResponses.map(([, response]) => ({ ...response, body: `${response.body} ${secrets}` })),
    { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ [secrets]: [{ id: secrets }] }) },
    'reset',
    'cut',
  ];
}

async function outcomesOf(subject: IntegrationUnderTest, shop: ShopUnderTest, secrets: string): Promise<unknown[]> {
  const { integration, connection } = shop;
  const stray = strayConnection(connection, `could not use ${secrets}`);
  const body = { id: secrets, secret: secrets };
  const received: WebhookPayload[] = [{ topic: secrets, body, receivedAt: '2026-01-01T00:00:00.000Z' }];
  const sent = await shop.webhook?.('orders', 'updated');
  if (sent) received.push({ ...sent.payload, body });
  const operations = systemCapabilities.flatMap((capability) => new Exercise(subject, shop, capability).bulkOperations());
  const calls = [
    () => integration.verify(connection),
    () => integration.verify(stray),
    ...operations.flatMap(([, run]) => [() => run(), () => run(stray)]),
    ...received.map((payload) => () => integration.handleWebhook(connection, payload, async () => undefined)),
  ];
  const settled = await Promise.allSettled(calls.map(async (call) => call()));
  return settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome.value));
}

export const secretsChecks: ContractCheck[] = [
  ofShop('no error and no log holds a secret that the shop echoes', async (shop, subject) => {
    const forms = secretForms(shop);
    const secrets = Object.values(shop.connection.credentials.reveal()).join(' ');
    for (const response of echoingResponses(secrets)) {
      await shop.spoil(response);
      const { output, result } = await outputOf(() => outcomesOf(subject, shop, secrets));
      const printed = [output, ...result.map(everyForm)].join('\n');
      expect(forms.filter((form) => printed.includes(form))).toEqual([]);
    }
  }),

  {
    title: 'no record and no log of a successful export holds a secret',
    check: (subject) =>
      withShop(subject, subject.perPage + 1, async (shop) => {
        const { output, result } = await outputOf(async () => {
          const exported = systemCapabilities.map((capability) => new Exercise(subject, shop, capability).stream());
          return [await shop.integration.verify(shop.connection), await Promise.all(exported)];
        });
        const printed = `${output}\n${JSON.stringify(result)}`;
        expect(secretForms(shop).filter((form) => printed.includes(form))).toEqual([]);
      }),
  },
];
