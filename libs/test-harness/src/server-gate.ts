import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@sync/embedded-services';

const usualPorts: Readonly<Record<string, number>> = { 'postgres:': 5432, 'postgresql:': 5432, 'redis:': 6379 };

/** A TCP proxy that can cut, freeze, silence or break connections: what a service sees when its Postgres or Redis goes down or hangs. */
export class ServerGate {
  private readonly sockets = new Set<Socket>();
  /** Half-open connections. */
  private readonly silent = new WeakSet<Socket>();
  /** Database sockets of clients that LISTEN for notifications. */
  private readonly listening = new Set<Socket>();
  private server: Server | null = null;
  private isStuck = false;
  /** Threshold of `passed`. */
  private breaksAt = Infinity;
  private onBroken: () => void = () => undefined;
  /** Number of upcoming connections to break while they open. */
  breaksLeft = 0;
  /** Connections opened so far. */
  opened = 0;
  /** Bytes transferred so far, in both directions. */
  passed = 0;

  private constructor(
    private target: URL,
    private readonly port: number,
  ) {}

  static async open(serverUrl: string): Promise<ServerGate> {
    const gate = new ServerGate(new URL(serverUrl), await freePort());
    await gate.restore();
    return gate;
  }

  /** URL of the server through the gate. */
  get url(): string {
    const through = new URL(this.target);
    through.host = `127.0.0.1:${this.port}`;
    return through.href;
  }

  /** New connections go there, as after a failover; open ones stay where they are. */
  leadTo(serverUrl: string): void {
    this.target = new URL(serverUrl);
  }

  /** Ends every connection and refuses new ones. Idempotent. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    this.server = null;
  }

  /** Accepts connections again, at the same address. */
  async restore(): Promise<void> {
    this.server = createServer((inside) => this.join(inside));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Freezes silently: nothing arrives any more, and new connections open but get no response. */
  stick(): void {
    this.isStuck = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Delivers what was sent meanwhile. */
  unstick(): void {
    this.isStuck = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** The server is back but has lost the frozen connections, which stay frozen. New connections work. */
  forget(): void {
    this.isStuck = false;
  }

  /**
   * Every connection becomes half-open: neither side hears from the other again, not even that it closed. New connections work. As after a
   * failover, or behind a firewall that forgets connections.
   */
  silence(): void {
    for (const socket of this.sockets) this.silent.add(socket);
  }

  /** Silently freezes every connection that LISTENs for notifications. Returns their number. */
  deafen(): number {
    for (const socket of this.listening) socket.pause();
    return this.listening.size;
  }

  /** Ends every connection after this many more bytes in both directions, having delivered them. Accepts new connections. Resolves then. */
  breakAfter(bytes: number): Promise<void> {
    this.breaksAt = this.passed + bytes;
    return new Promise((resolve) => (this.onBroken = resolve));
  }

  /** Cancels a pending `breakAfter`. */
  hold(): void {
    this.breaksAt = Infinity;
  }

  private join(inside: Socket): void {
    this.opened += 1;
    if (this.breaksLeft > 0) {
      this.breaksLeft -= 1;
      return void inside.destroy();
    }
    const outside = connect(Number(this.target.port || usualPorts[this.target.protocol]), this.target.hostname);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk: Buffer) => this.pass(chunk, to));
      from
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(from);
          if (!this.silent.has(from)) to.destroySoon();
        });
      if (this.isStuck) from.pause();
    }
    inside.on('data', (chunk: Buffer) => {
      if (chunk.includes('LISTEN ')) this.listening.add(outside);
    });
    outside.on('close', () => this.listening.delete(outside));
  }

  private pass(chunk: Buffer, to: Socket): void {
    if (to.writableEnded || this.silent.has(to)) return;
    const passing = chunk.subarray(0, this.breaksAt - this.passed);
    this.passed += passing.length;
    to.write(passing);
    if (this.passed < this.breaksAt) return;
    this.hold();
    for (const socket of this.sockets) socket.destroySoon();
    this.onBroken();
  }
}
