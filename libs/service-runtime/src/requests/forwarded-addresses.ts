import type { FastifyInstance } from 'fastify';

const header = 'x-forwarded-for';
const bracketed = /^\[([^\]]+)\](?::\d+)?$/;
const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Some proxies put the client's port into X-Forwarded-For, and each connection has another one: counted with it, one client would be
 * many. Must run before anything reads the client's address.
 */
export function dropForwardedPorts(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers[header];
    if (typeof forwarded === 'string' && forwarded.includes(':')) headers[header] = forwarded.split(',').map(addressIn).join(', ');
    done();
  });
}

function addressIn(entry: string): string {
  const text = entry.trim();
  return bracketed.exec(text)?.[1] ?? withPort.exec(text)?.[1] ?? text;
}
