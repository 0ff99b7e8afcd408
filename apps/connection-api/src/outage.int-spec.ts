import { initialise } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A way to Postgres that can be closed and opened again. */
class Way {
  private readonly sockets = new Set<Socket>();
  private isOpen = true;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(databaseUrl: string): Promise<Way> {
    const target = new URL(databaseUrl);
    const server = createServer((inside) => {
      if (!way.isOpen) return void inside.destroy();
      const outside = connect(Number(target.port || 5432), target.hostname);
      for (const socket of [inside, outside]) {
        way.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => [inside, outside].forEach((one) => one.destroy()));
      }
      inside.pipe(outside).pipe(inside);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    const way = new Way(server, url.href);
    return way;
  }

  close(): void {
    this.isOpen = false;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  open(): void {
    this.isOpen = true;
  }

  async end(): Promise<void> {
    this.close();
    this.server.close();
    await once(this.server, 'close');
  }
}

it('503 with Retry-After when Postgres is away, and everything goes on when it is back', async () => {
  let way: Way | undefined;
  const api = await ConnectionApiUnderTest.start({}, async (url) => (way = await Way.to(url)).url);
  const owner = await initialise(api);
  const routes = () =>
    Promise.all([
      api.get('/api/system-connections', owner.token),
      api.get('/api/records/orders', owner.token),
      api.get('/api/widget/configuration', owner.token),
      api.connect({}, owner.token),
      api.connect({ system_slug: 'mailing_platform' }),
      api.register({ system_slug: 'commerce_a', base_url: 'http://127.0.0.1:9', credentials: {} }),
      api.get('/health/ready'),
    ]);
  way?.close();
  for (const answer of await routes()) {
    expect(answer.body).toMatchObject({ status: 503, type: '/problems/service-unavailable' });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(answer.text).not.toMatch(/ECONN|Postgres|127\.0\.0\.1|terminated/);
  }
  expect((await api.get('/health/live')).status).toBe(200);
  way?.open();
  expect((await routes()).map(({ status }) => status)).toEqual([200, 200, 200, 201, 201, 422, 200]);
  await api.stop();
  await way?.end();
});
