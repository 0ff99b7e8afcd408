import type { OidcChecks } from '@sync/administration';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../access/session-cookie';

const name = 'admin_oidc';
const path = '/api/admin/oidc';
const maxAgeSeconds = 600;

/** Lax, because the provider sends the browser back from another site. */
export function keepChecks(request: FastifyRequest, reply: FastifyReply, checks: OidcChecks | null): void {
  const value = checks === null ? '' : Buffer.from(JSON.stringify(checks)).toString('base64url');
  const maxAge = checks === null ? 0 : maxAgeSeconds;
  const cookie = stringifySetCookie({ name, value, path, maxAge, httpOnly: true, sameSite: 'lax', secure: isSecure(request) });
  void reply.header('set-cookie', cookie);
}

/** Null when this browser has not begun a sign-in, or too long ago. */
export function keptChecks({ headers }: FastifyRequest): OidcChecks | null {
  const value = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
  if (!value) return null;
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(value, 'base64url').toString()) as Partial<Record<keyof OidcChecks, unknown>>;
    return { state: String(state), nonce: String(nonce), verifier: String(verifier) };
  } catch {
    return null;
  }
}
