import { createHash } from 'node:crypto';
import type { ShopAnswer } from '../commerce-a/wordpress-answers';
import type { WebserviceError } from './webservice-error';
import { xmlErrors } from './xml-body';

export type Format = 'JSON' | 'XML';

const contentTypes: Record<Format, string> = { JSON: 'application/json', XML: 'text/xml;charset=utf-8' };
const version = '8.2.1';
const cookieSeconds = 1_728_000;

const challenge = {
  'WWW-Authenticate':
    'Basic realm="Welcome to PrestaShop Webservice, please enter the authentication key as the login. No password required."',
};

/** JSON as PHP writes it here: slashes escaped, other characters as they are. */
export function phpJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/');
}

function cookie(): Record<string, string> {
  const expires = new Date(Date.now() + cookieSeconds * 1000).toUTCString();
  const name = 'PrestaShop-8c5dbc3e14de534910a26de1bd7d3bcd';
  return { 'Set-Cookie': `${name}=def50200; expires=${expires}; Max-Age=${cookieSeconds}; path=/; HttpOnly; SameSite=Lax` };
}

/** Before the key was checked the webservice does not tell its version. */
function service(isKnown: boolean): Record<string, string> {
  return {
    'Access-Time': String(Math.floor(Date.now() / 1000)),
    'X-Powered-By': 'PrestaShop Webservice',
    'PSWS-Version': isKnown ? version : '0',
    'Execution-Time': isKnown ? '0.004' : '0',
    ...cookie(),
  };
}

const digests = new WeakMap<Buffer, string>();

/** A page that is kept is digested once. */
function sha1(body: Buffer): string {
  const known = digests.get(body);
  if (known) return known;
  const digest = createHash('sha1').update(body).digest('hex');
  digests.set(body, digest);
  return digest;
}

export function contentAnswer(format: Format, body: Buffer): ShopAnswer {
  return { status: 200, headers: { 'Content-Type': contentTypes[format], ...service(true), 'Content-Sha1': sha1(body) }, body };
}

/** The status is that of the last error. */
export function errorAnswer(format: Format, errors: readonly WebserviceError[], isKeyKnown: boolean): ShopAnswer {
  const shown = errors.map(({ code, message }) => ({ code, message }));
  const status = errors.at(-1)?.status ?? 500;
  const asks = status === 401 && !isKeyKnown ? challenge : {};
  const body = Buffer.from(format === 'JSON' ? phpJson({ errors: shown }) : xmlErrors(errors));
  return { status, headers: { 'Content-Type': contentTypes[format], ...asks, ...service(isKeyKnown) }, body };
}

/** Of a single record that is not there. */
export function missingAnswer(): ShopAnswer {
  return { status: 404, headers: service(true), body: Buffer.alloc(0) };
}

/** PHP gave up. */
export function brokenAnswer(): ShopAnswer {
  return { status: 500, headers: { 'Content-Type': 'text/html; charset=utf-8', ...cookie() }, body: Buffer.alloc(0) };
}

export function withoutKeyAnswer(): ShopAnswer {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...challenge, ...cookie() };
  return { status: 401, headers, body: Buffer.from('401 Unauthorized') };
}

/** To the shop's front page, which is what a request for another shop gets. */
export function frontPageRedirect(storeBase: string, path: string, parameters: URLSearchParams): ShopAnswer {
  const rest = parameters.size > 0 ? `&${parameters.toString()}` : '';
  const headers = { Location: `${storeBase}/?url=${path.replace(/^\/api\/?/, '')}${rest}`, 'Content-Type': 'text/html; charset=utf-8' };
  return { status: 302, headers: { ...headers, ...cookie() }, body: Buffer.alloc(0) };
}
