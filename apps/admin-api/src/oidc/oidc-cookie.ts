import type { OidcChecks } from '@sync/administration';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '../access/session-cookie';

const cookie = { name: 'admin_oidc', path: '/api/admin/oidc' };
const maxAgeSeconds = 600;

/** Lax, because the provider sends the browser back from another site. */
export function keepChecks(request: FastifyRequest, reply: FastifyReply, checks: OidcChecks | null): void {
  const value = checks === null ? '' : Buffer.from(JSON.stringify(checks)).toString('base64url');
  const maxAge = checks === null ? 0 : maxAgeSeconds;
  writeCookie(request, reply, cookie, { value, maxAge, sameSite: 'lax' });
}

/** Null when this browser has not begun a sign-in, or too long ago. */
export function keptChecks(request: FastifyRequest): OidcChecks | null {
  const value = readCookie(request, cookie);
  if (!value) return null;
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(value, 'base64url').toString()) as Partial<Record<keyof OidcChecks, unknown>>;
    return { state: String(state), nonce: String(nonce), verifier: String(verifier) };
  } catch {
    return null;
  }
}
