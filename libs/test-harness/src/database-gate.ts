import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@sync/embedded-services';

/** A way to a database that can be cut, and on which all or some can get stuck or break off: what a service sees when its Postgres goes away or hangs. */
export class DatabaseGate {
  private readonly sockets = new Set<Socket>();
  /** From the database to whoever listens for its notifications. */
  private readonly listening = new Set<Socket>();
  private server: Server | null = null;
  private isStuck = false;
  /** So many of the next connections are broken off while they are opened. */
  breaksLeft = 0;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {}

  static async open(databaseUrl: string): Promise<DatabaseGate> {
    const gate = new DatabaseGate(new URL(databaseUrl), await freePort());
    await gate.restore();
    return gate;
  }

  /** Address of the database through the gate. */
  get url(): string {
    const through = new URL(this.target);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /** Ends every session; new ones are refused. Once more does nothing. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    this.server = null;
  }

  /** After a cut, at the address of before. */
  async restore(): Promise<void> {
    this.server = createServer((inside) => this.join(inside));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
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

  /** Who listens for notifications by now hears nothing any more, and is not told. Returns how many. */
  deafen(): number {
    for (const socket of this.listening) socket.pause();
    return this.listening.size;
  }

  private join(inside: Socket): void {
    if (this.breaksLeft > 0) {
      this.breaksLeft -= 1;
      return void inside.destroy();
    }
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
    inside.on('data', (chunk: Buffer) => {
      if (chunk.includes('LISTEN ')) this.listening.add(outside);
    });
    outside.on('close', () => this.listening.delete(outside));
  }
}
