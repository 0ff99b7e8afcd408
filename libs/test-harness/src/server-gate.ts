import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@sync/embedded-services';

const usualPorts: Readonly<Record<string, number>> = { 'postgres:': 5432, 'postgresql:': 5432, 'redis:': 6379 };

/** A way to a server that can be cut, and on which all or some can get stuck or break off: what a service sees when its Postgres or Redis goes away or hangs. */
export class ServerGate {
  private readonly sockets = new Set<Socket>();
  /** From the database to whoever listens for its notifications. */
  private readonly listening = new Set<Socket>();
  private server: Server | null = null;
  private isStuck = false;
  /** Of `passed`. */
  private breaksAt = Infinity;
  private tellBroken: () => void = () => undefined;
  /** So many of the next connections are broken off while they are opened. */
  breaksLeft = 0;
  /** Connections so far. */
  opened = 0;
  /** Bytes so far, to the server and from it. */
  passed = 0;

  private constructor(
    private readonly target: URL,
    private readonly port: number,
  ) {}

  static async open(serverUrl: string): Promise<ServerGate> {
    const gate = new ServerGate(new URL(serverUrl), await freePort());
    await gate.restore();
    return gate;
  }

  /** Address of the server through the gate. */
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

  /** Nothing arrives any more, and nobody is told: who connects is let in, and is not answered. */
  stick(): void {
    this.isStuck = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** What was sent meanwhile arrives. */
  unstick(): void {
    this.isStuck = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** The server is there again, and knows nothing of who was stuck: those are never answered, and not told. New connections are. */
  forget(): void {
    this.isStuck = false;
  }

  /** Who listens for notifications by now hears nothing any more, and is not told. Returns how many. */
  deafen(): number {
    for (const socket of this.listening) socket.pause();
    return this.listening.size;
  }

  /** After so many more bytes, to the server and from it, every session ends, with the last of them delivered; new ones are let in. Resolves then. */
  breakAfter(bytes: number): Promise<void> {
    this.breaksAt = this.passed + bytes;
    return new Promise((resolve) => (this.tellBroken = resolve));
  }

  /** Calls off `breakAfter`, if it has not come to it. */
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
          to.destroySoon();
        });
      if (this.isStuck) from.pause();
    }
    inside.on('data', (chunk: Buffer) => {
      if (chunk.includes('LISTEN ')) this.listening.add(outside);
    });
    outside.on('close', () => this.listening.delete(outside));
  }

  private pass(chunk: Buffer, to: Socket): void {
    if (to.writableEnded) return;
    const passing = chunk.subarray(0, this.breaksAt - this.passed);
    this.passed += passing.length;
    to.write(passing);
    if (this.passed < this.breaksAt) return;
    this.hold();
    for (const socket of this.sockets) socket.destroySoon();
    this.tellBroken();
  }
}
