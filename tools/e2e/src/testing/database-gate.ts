import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that can be closed and opened again: what an app sees when its Postgres goes away. */
export class DatabaseGate {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  private constructor(private readonly target: URL) {}

  static async open(databaseUrl: string): Promise<DatabaseGate> {
    const gate = new DatabaseGate(new URL(databaseUrl));
    await gate.restore();
    return gate;
  }

  /** Address of the database through the gate. */
  get url(): string {
    const through = new URL(this.target);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /** Ends every session; new ones are refused. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    this.server = null;
  }

  async restore(): Promise<void> {
    this.server = createServer((socket) => this.forward(socket));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
  }

  private forward(socket: Socket): void {
    const beyond = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
