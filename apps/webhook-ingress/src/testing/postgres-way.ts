import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to Postgres that can be closed, and on which everything can get stuck. */
export class PostgresWay {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isOpen = true;
  private isStuck = false;

  private constructor(private readonly target: URL) {
    this.server = createServer((inside) => this.join(inside));
  }

  static async to(databaseUrl: string): Promise<PostgresWay> {
    const way = new PostgresWay(new URL(databaseUrl));
    way.server.listen(0, '127.0.0.1');
    await once(way.server, 'listening');
    return way;
  }

  /** Address of the database by this way. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Ends every session; new ones are refused. */
  close(): void {
    this.isOpen = false;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  open(): void {
    this.isOpen = true;
  }

  /** Nothing arrives any more, and nobody is told. */
  stick(): void {
    this.isStuck = true;
    for (const socket of this.sockets) socket.pause();
  }

  unstick(): void {
    this.isStuck = false;
    for (const socket of this.sockets) socket.resume();
  }

  async end(): Promise<void> {
    this.close();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(inside: Socket): void {
    if (!this.isOpen) return void inside.destroy();
    const outside = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => void to.write(chunk));
      from
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      if (this.isStuck) from.pause();
    }
  }
}
