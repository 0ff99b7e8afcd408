import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Accepts plain connections and passes their bytes on through TLS, as `stunnel` does. Trusts any certificate. */
export class TlsRelay {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** `preamble` is sent before TLS begins: the line of the PROXY protocol. */
  static async start(port: number, preamble = ''): Promise<TlsRelay> {
    const server = createServer({ allowHalfOpen: false });
    const relay = new TlsRelay(server);
    server.on('connection', (plain) => {
      const raw = connect(port, '127.0.0.1', () => raw.write(preamble, () => relay.join(plain, raw)));
      raw.on('error', () => plain.destroy());
      for (const socket of [plain, raw]) relay.sockets.add(socket.on('close', () => relay.sockets.delete(socket)));
      plain.on('error', () => raw.destroy()).on('close', () => raw.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  private join(plain: Socket, raw: Socket): void {
    const secure = connectTls({ socket: raw, rejectUnauthorized: false });
    secure.on('error', () => plain.destroy()).on('close', () => plain.destroy());
    plain.pipe(secure).pipe(plain);
  }

  cutOff(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
