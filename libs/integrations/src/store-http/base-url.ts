import { isIP } from 'node:net';
import type { HostAllowlist } from './host-allowlist';
import { isPublicAddress } from './public-address';

const maxLength = 2048;

/** Ports above 1023 of databases, caches, queues and control planes. */
const dangerousPorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6667, 8500, 9042, 9092, 9200,
  9300, 10250, 10255, 11211, 15672, 26379, 27017, 27018, 27019, 50070,
]);

/** Suffixes of private networks. */
const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'cluster.local',
  'localdomain',
  'onion',
];

export type BaseUrlOutcome = { url: string; reason?: undefined } | { url?: undefined; reason: string };

/**
 * The canonical form of a shop's root address: lower-case scheme and host (punycode), no default port, no trailing slashes. Pure:
 * the addresses behind a name are checked at each connect.
 */
export function normaliseBaseUrl(text: unknown, allowlist: HostAllowlist): BaseUrlOutcome {
  return checked(text, allowlist, (parsed) => parsed.pathname.replace(/\/+$/, ''));
}

/** The same for an address where a caller takes webhooks, which may have a query. */
export function checkedCallerUrl(text: unknown, allowlist: HostAllowlist): BaseUrlOutcome {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?$/s.exec(typeof text === 'string' ? text : '') ?? [];
  if (typeof text === 'string' && /[\p{C}\s\\]/u.test(query))
    return { reason: 'must not contain spaces, control characters or backslashes' };
  return checked(path === '' ? text : path, allowlist, (parsed) => parsed.pathname + query);
}

/** `rest`: what follows the host. */
function checked(text: unknown, allowlist: HostAllowlist, rest: (parsed: URL) => string): BaseUrlOutcome {
  const reason = reasonInText(text);
  if (reason !== null || typeof text !== 'string') return { reason: reason ?? 'must be text' };
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    return { reason: 'is not a valid address' };
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const refused = reasonInHost(host) ?? reasonToRefuse(parsed, host, allowlist);
  if (refused !== null) return { reason: refused };
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}${parsed.port === '' ? '' : `:${parsed.port}`}`;
  const url = `${parsed.protocol}//${authority}${rest(parsed)}`;
  return url.length > maxLength ? { reason: `must be at most ${maxLength} characters` } : { url };
}

/** Runs before parsing, because the URL parser silently repairs most of these, and other parsers read them differently. */
function reasonInText(text: unknown): string | null {
  if (typeof text !== 'string' || text === '') return 'must be an address';
  if (text.length > maxLength) return `must be at most ${maxLength} characters`;
  if (/[\p{C}\s\\]|%(?:[01][0-9a-f]|20|5c|7f)/iu.test(text)) return 'must not contain spaces, control characters or backslashes';
  if (!/^https?:\/\/[^/?#]/i.test(text)) return 'must start with https:// and a host';
  if (/[?#]/.test(text)) return 'must not have a query or fragment';
  const authority = text.split('/', 3)[2] ?? '';
  if (authority.includes('@')) return 'must not contain a user name or password';
  return authority.includes('%') ? 'must not have an encoded host' : null;
}

function reasonInHost(host: string): string | null {
  if (isIP(host) !== 0) return null;
  if (host === '' || host.length > 253) return 'must have a host name of at most 253 characters';
  return host.split('.').some((label) => label === '' || label.length > 63)
    ? 'must have a host name with labels of 1 to 63 characters'
    : null;
}

function reasonToRefuse(url: URL, host: string, allowlist: HostAllowlist): string | null {
  if (url.port === '0') return 'must not use port 0';
  if (allowlist.allows(host)) return null;
  if (isIP(host) !== 0 ? !isPublicAddress(host) : isPrivateName(host)) return 'must be reachable on the public internet';
  if (url.protocol !== 'https:') return 'must use https';
  return isAllowedPort(url.port) ? null : 'must use port 443 or another port that shops use';
}

function isPrivateName(host: string): boolean {
  return !host.includes('.') || privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

function isAllowedPort(text: string): boolean {
  const port = Number(text);
  return text === '' || port === 80 || port === 443 || (port >= 1024 && !dangerousPorts.has(port));
}
