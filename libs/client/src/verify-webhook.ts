import { ConnectionSyncError } from './connection-sync-error';
import type { WebhookEvent } from './webhook-event';

/** Of the Fetch API, or of Node. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

const toleranceSeconds = 5 * 60;

function refusal(reason: string): ConnectionSyncError {
  return new ConnectionSyncError('invalid-webhook', `The webhook is not accepted: ${reason}`);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers.get === 'function' ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) ? found.join(' ') : found;
  if (!value) throw refusal(`the header ${name} is missing`);
  return String(value);
}

async function signatureOf(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed))));
}

/** In a time that does not depend on where they differ. */
function isEqual(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}

/**
 * The event of a webhook (https://www.standardwebhooks.com), once one of the secrets (`whsec_…`) has signed these very bytes within five minutes.
 * Throws a ConnectionSyncError of type `invalid-webhook` otherwise. `rawBody`: as it arrived, before any parsing.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const [id, signatures] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-signature')];
  const timestamp = parseInt(headerOf(headers, 'webhook-timestamp'), 10);
  if (!(Math.abs(Math.floor(Date.now() / 1000) - timestamp) <= toleranceSeconds))
    throw refusal('its timestamp is not of the last five minutes');
  const encoder = new TextEncoder();
  const [start, body] = [encoder.encode(`${id}.${timestamp}.`), typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody];
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  const given = signatures.split(' ').map((signature) => signature.split(','));
  for (const secret of [secrets].flat()) {
    const expected = await signatureOf(secret, signed);
    const isSigned = given.some(([version, value = '']) => version === 'v1' && isEqual(value, expected));
    if (isSigned) return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw refusal('no secret matches a signature');
}
