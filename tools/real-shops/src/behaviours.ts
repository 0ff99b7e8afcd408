import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { send, type Behaviour, type ShopReply } from './front';

const slowMs = 1_500;
const page = (title: string, text: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${text}</h1></body></html>\n`;

function respond(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

/** What a web server, a proxy, a firewall or an add-on says in the shop's place. */
const says =
  (status: number, body: string, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    respond(response, status, body, headers);

/** The shop's own response with another body. */
const withBody =
  (change: (body: Buffer) => Buffer): Behaviour =>
  async (_request, response, ask) => {
    const reply = await ask();
    send(response, { ...reply, body: change(reply.body) });
  };

const after = (start: string) => withBody((body) => Buffer.concat([Buffer.from(start), body]));
const halfOf = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));

export const firewallPage = says(403, page('Attention Required!', 'Sorry, you have been blocked'), { server: 'cloudflare' });
export const fatalPage = says(500, page('Error', 'There has been a critical error on this website.'));
export const gatewayPage = says(502, page('502 Bad Gateway', '502 Bad Gateway'));
export const comingSoonPage = says(200, page('Coming soon', 'We open in spring'));
export const maintenancePage = says(503, page('Maintenance', 'Briefly unavailable for scheduled maintenance.'), { 'retry-after': '600' });
export const tooManyRequests = says(429, 'Too many requests', { 'retry-after': '2' });

export const redirect =
  (origin: string): Behaviour =>
  ({ url }, response) =>
    respond(response, 301, '', { location: `${origin}${url ?? '/'}` });

/** A cache whose key is the path alone. */
export function cacheWithoutQuery(): Behaviour {
  const kept = new Map<string, ShopReply>();
  return async ({ method, url = '/' }, response, ask) => {
    const [path = '/'] = url.split('?');
    const reply = kept.get(path) ?? (await ask());
    if (method === 'GET' && reply.status === 200) kept.set(path, reply);
    send(response, reply);
  };
}

/** A proxy that lets only known headers pass. */
export const withoutTotals: Behaviour = async (_request, response, ask) => {
  const reply = await ask();
  const headers = Object.entries(reply.headers).filter(([name]) => !name.startsWith('x-wp-') && name !== 'link');
  send(response, { ...reply, headers: Object.fromEntries(headers) });
};

/** An add-on that sorts lists by its own rule, another one each time. */
export function otherOrderEachTime(): Behaviour {
  let round = 0;
  return async ({ url = '/' }, response, ask) => {
    const order = (round += 1) % 2 === 0 ? 'desc' : 'asc';
    const path = url.replace(/order=(asc|desc)/, `order=${order}`);
    send(response, await ask(path.replace(/sort=\[?id_(ASC|DESC)\]?/, `sort=[id_${order.toUpperCase()}]`)));
  };
}

/** A subdirectory that a proxy takes off the address. */
export const inSubdirectory =
  (folder: string): Behaviour =>
  async ({ url = '/' }, response, ask) =>
    send(response, await ask(url.startsWith(folder) ? url.slice(folder.length) : url));

export const warningBeforeJson = after('<br />\n<b>Warning</b>: Undefined variable $a in /shop/add-on.php on line 3<br />\n');
export const byteOrderMark = after('\ufeff');
export const halfOfTheJson = withBody(halfOf);

export const endsMidway: Behaviour = async (_request, response, ask) => {
  const { status, headers, body } = await ask();
  response.writeHead(status, { 'content-type': headers['content-type'], 'content-length': body.length });
  response.write(halfOf(body), () => response.destroy());
};

export const closesAtOnce: Behaviour = ({ socket }) => void socket.destroy();

export const neverResponds: Behaviour = () => undefined;

export const slowly: Behaviour = async (_request, response, ask) => {
  await sleep(slowMs);
  send(response, await ask());
};
