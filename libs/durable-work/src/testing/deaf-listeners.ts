import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a database on which connections that LISTEN can be made deaf: they stay open, and nothing arrives on them any more. */
export class DeafListeners {
  private readonly sockets = new Set<Socket>();
  private readonly listening = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(databaseUrl: string): Promise<DeafListeners> {
    const through = new URL(databaseUrl);
    const [host, port] = [through.hostname, Number(through.port)];
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const way = new DeafListeners(server, through.href);
    server.on('connection', (inside) => way.join(inside, connect(port, host)));
    return way;
  }

  /** Those that listen by now. Returns how many. */
  deafen(): number {
    for (const outside of this.listening) outside.pause();
    return this.listening.size;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(inside: Socket, outside: Socket): void {
    inside.on('data', (chunk: Buffer) => {
      if (chunk.includes('LISTEN ')) this.listening.add(outside);
    });
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  }
}
