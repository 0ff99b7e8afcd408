import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

interface MailServerOptions {
  /** Default: a free one. */
  port?: number;
  /** It offers STARTTLS with this certificate, and wants a login. Otherwise it speaks plain text. */
  tls?: { key: string; cert: string };
  /** It takes passwords in plain text. */
  takesPlainLogins?: true;
}

export interface TakenMail extends ParsedMail {
  /** Who it was for, by the envelope. */
  recipient: string;
  raw: string;
}

/** A mail server that keeps what it takes. */
export class MailServer {
  readonly mails: TakenMail[] = [];
  readonly logins: string[] = [];
  /** Sessions that were opened. */
  sessions = 0;
  /** Status by which it refuses a recipient, by address. */
  readonly refused = new Map<string, number>();
  /** Before it says that it has taken a mail. */
  onTaken: (mail: TakenMail) => Promise<void> = () => Promise.resolve();

  private constructor(private readonly server: SMTPServer) {}

  static async start({ port = 0, tls, takesPlainLogins }: MailServerOptions = {}): Promise<MailServer> {
    const disabledCommands = tls ? [] : ['STARTTLS', ...(takesPlainLogins ? [] : ['AUTH'])];
    const server: SMTPServer = new SMTPServer({
      ...tls,
      disabledCommands,
      logger: false,
      authOptional: !tls,
      allowInsecureAuth: takesPlainLogins,
      onConnect: (_session, done) => {
        mailServer.sessions += 1;
        done();
      },
      onAuth: ({ username = '', password = '' }, _session, done) => {
        mailServer.logins.push(`${username}:${password}`);
        done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = mailServer.refused.get(address);
        done(responseCode === undefined ? null : Object.assign(new Error(`<${address}> is refused`), { responseCode }));
      },
      onData: (stream, { envelope }, done) => {
        mailServer.take(stream, envelope.rcptTo.map(({ address }) => address).join(' ')).then(() => done(), done);
      },
    });
    const mailServer = new MailServer(server);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return mailServer;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Who got a mail, and what it says in its subject. */
  get told(): string[] {
    return this.mails.map(({ recipient, subject = '' }) => `${recipient} ${subject.slice(subject.lastIndexOf(':') + 2)}`);
  }

  async stop(): Promise<void> {
    for (const connection of this.server.connections) connection.close();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async take(stream: NodeJS.ReadableStream, recipient: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const mail = { ...(await simpleParser(raw)), recipient, raw: raw.toString() };
    this.mails.push(mail);
    await this.onTaken(mail);
  }
}
