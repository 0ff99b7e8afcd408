import { isIPv4 } from 'node:net';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'admin_session';
const path = '/api/admin';

export function cookieToken({ headers }: FastifyRequest): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name];
}

/** Scripts of a page cannot read it, and no other site can make a browser send it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, expiresAt: Date): void {
  setCookie(request, reply, token, Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1_000)));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, '', 0);
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = isSecure(request);
  void reply.header('set-cookie', stringifySetCookie({ name, value, path, maxAge, httpOnly: true, sameSite: 'strict', secure }));
}

/** Whether cookies get Secure. Browsers keep no such cookie of plain http: only a service on one's own machine may do without. */
export function isSecure({ protocol, hostname }: FastifyRequest): boolean {
  return !(protocol === 'http' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
