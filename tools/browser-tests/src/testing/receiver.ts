import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a product takes webhooks. Responds 410 until its status is set. */
export async function startReceiver() {
  const taken: string[] = [];
  const receiver = { status: 410, taken, url: '', stop: () => void server.close() };
  const server = createServer((request, response) => {
    taken.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(receiver.status, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}
