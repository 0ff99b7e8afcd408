import { isIPv4 } from 'node:net';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of this service: its name and path on plain http of one's own machine. */
interface OwnCookie {
  name: string;
  path: string;
}

const session: OwnCookie = { name: 'admin_session', path: '/api/admin' };

export function cookieToken(request: FastifyRequest): string | undefined {
  return readCookie(request, session);
}

/** Scripts of a page cannot read it, and no other site can make a browser send it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, expiresAt: Date): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
  writeCookie(request, reply, session, { value: token, maxAge, sameSite: 'strict' });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  writeCookie(request, reply, session, { value: '', maxAge: 0, sameSite: 'strict' });
}

/** Only under the name that this request would set: a page of a sibling host, or plain http, can plant one of the other name. */
export function readCookie(request: FastifyRequest, cookie: OwnCookie): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[placeOf(request, cookie).name];
}

/** No script reads it. */
export function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: OwnCookie,
  values: Required<Pick<SetCookie, 'value' | 'maxAge' | 'sameSite'>>,
): void {
  void reply.header('set-cookie', stringifySetCookie({ ...placeOf(request, cookie), ...values, httpOnly: true }));
}

/** Browsers keep a `__Host-` cookie only from this very host over https, for all of its paths. */
function placeOf(request: FastifyRequest, { name, path }: OwnCookie): { name: string; path: string; secure: boolean } {
  return isSecure(request) ? { name: `__Host-${name}`, path: '/', secure: true } : { name, path, secure: false };
}

/** Whether cookies get Secure. Browsers keep no such cookie of plain http: only a service on one's own machine may do without. */
function isSecure({ protocol, hostname }: FastifyRequest): boolean {
  return !(protocol === 'http' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
