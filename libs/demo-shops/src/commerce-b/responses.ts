import { createHash } from 'node:crypto';
import type { ShopResponse } from '../base/shop-response';

export type Format = 'JSON' | 'XML';

/** One entry of the platform's `errors`, with its HTTP status. */
export interface WebserviceError {
  status: number;
  code: number;
  message: string;
}

const contentTypes: Record<Format, string> = { JSON: 'application/json', XML: 'text/xml;charset=utf-8' };
/** Of the platform. */
export const platformVersion = '8.2.1';
const cookieSeconds = 1_728_000;

const challenge = {
  'WWW-Authenticate':
    'Basic realm="Welcome to PrestaShop Webservice, please enter the authentication key as the login. No password required."',
};

/** JSON as PHP writes it here: slashes escaped, other characters unchanged. */
export function phpJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/');
}

/** The platform's XML envelope. */
export function xml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<prestashop xmlns:xlink="http://www.w3.org/1999/xlink">\n${content}</prestashop>\n`;
}

export function error(status: number, code: number, message: string): WebserviceError {
  return { status, code, message };
}

function cookie(): Record<string, string> {
  const expires = new Date(Date.now() + cookieSeconds * 1000).toUTCString();
  const name = 'PrestaShop-8c5dbc3e14de534910a26de1bd7d3bcd';
  return { 'Set-Cookie': `${name}=def50200; expires=${expires}; Max-Age=${cookieSeconds}; path=/; HttpOnly; SameSite=Lax` };
}

/** Before it has checked the key, the webservice hides its version. */
function service(isKeyKnown: boolean): Record<string, string> {
  return {
    'Access-Time': String(Math.floor(Date.now() / 1000)),
    'X-Powered-By': 'PrestaShop Webservice',
    'PSWS-Version': isKeyKnown ? platformVersion : '0',
    'Execution-Time': isKeyKnown ? '0.004' : '0',
    ...cookie(),
  };
}

const digests = new WeakMap<Buffer, string>();

/** Digests a cached page once. */
function sha1(body: Buffer): string {
  const known = digests.get(body);
  if (known) return known;
  const digest = createHash('sha1').update(body).digest('hex');
  digests.set(body, digest);
  return digest;
}

export function contentResponse(format: Format, body: Buffer): ShopResponse {
  return { status: 200, headers: { 'Content-Type': contentTypes[format], ...service(true), 'Content-Sha1': sha1(body) }, body };
}

/** The last error decides the status. */
export function errorResponse(format: Format, errors: readonly WebserviceError[], isKeyKnown = true): ShopResponse {
  const status = errors.at(-1)?.status ?? 500;
  const content = errors.map(
    ({ code, message }) => `<error>\n<code><![CDATA[${code}]]></code>\n<message><![CDATA[${message}]]></message>\n</error>\n`,
  );
  const text =
    format === 'JSON'
      ? phpJson({ errors: errors.map(({ code, message }) => ({ code, message })) })
      : xml(`<errors>\n${content.join('')}</errors>\n`);
  const asks = status === 401 && !isKeyKnown ? challenge : {};
  return { status, headers: { 'Content-Type': contentTypes[format], ...asks, ...service(isKeyKnown) }, body: Buffer.from(text) };
}

/** For a single record that does not exist. */
export function missingResponse(): ShopResponse {
  return { status: 404, headers: service(true), body: Buffer.alloc(0) };
}

/** PHP gave up, without a word. */
export function brokenResponse(): ShopResponse {
  return { status: 500, headers: { 'Content-Type': 'text/html; charset=utf-8', ...cookie() }, body: Buffer.alloc(0) };
}

export function withoutKeyResponse(): ShopResponse {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...challenge, ...cookie() };
  return { status: 401, headers, body: Buffer.from('401 Unauthorized') };
}
