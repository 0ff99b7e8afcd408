import { AttemptFailed } from '@sync/durable-work';
import { Secret } from '@sync/records';
import { createTransport, type Transporter } from 'nodemailer';
import { countMail } from './mail-metrics';
import type { LinkMail } from './link-mail';

const connectWithinMs = 10_000;
const sendWithinMs = 30_000;

/** Where mails go. */
export interface SmtpServer {
  host: string;
  port?: number;
  /** TLS from the first byte. Otherwise STARTTLS, which a server with a password must offer. */
  secure: boolean;
  login?: Secret<{ user: string; pass: string }>;
}

/** Of `smtp://` or `smtps://[user:password@]host[:port]`. Throws for anything else. */
export function smtpServerOf(text: string): SmtpServer {
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const isPlain = ['', '/'].includes(pathname) && search === '' && hash === '';
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || !isPlain || (username === '') !== (password === ''))
    throw new Error('not the address of a mail server');
  const login = new Secret({ user: decodeURIComponent(username), pass: decodeURIComponent(password) });
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, secure: protocol === 'smtps:', ...(port !== '' && { port: Number(port) }), ...(username !== '' && { login }) };
}

/** Sends mails over a few connections that stay open between them. Certificates are verified. */
export class Mailer {
  private readonly transport: Transporter;

  constructor(
    { login, ...server }: SmtpServer,
    readonly from: string,
  ) {
    this.transport = createTransport({
      ...server,
      pool: true,
      maxConnections: 2,
      // A mail whose connection breaks may have been taken: only its task repeats it.
      maxRequeues: 0,
      ...(login && { auth: login.reveal(), requireTLS: !server.secure }),
      dnsTimeout: connectWithinMs,
      connectionTimeout: connectWithinMs,
      greetingTimeout: connectWithinMs,
      socketTimeout: sendWithinMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * True: the server has taken the mail. Else the status by which it refuses this mail permanently. Throws AttemptFailed when it may take the
   * mail later; `isForAll` when that holds for any mail.
   */
  async send(to: string, { subject, text, messageId }: LinkMail): Promise<true | number> {
    try {
      await this.transport.sendMail({
        from: this.from,
        to: { name: '', address: to },
        subject,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(sendWithinMs),
      });
      countMail(true);
      return true;
    } catch (error) {
      countMail(false);
      return refusalOf(error);
    }
  }

  close(): void {
    this.transport.close();
  }
}

/** The mail server takes no mail now, or not this one. The message is safe to store: a server may quote the address in its own. */
export class MailNotTaken extends AttemptFailed {
  constructor(
    message: string,
    readonly isForAll: boolean,
  ) {
    super(message);
  }
}

const aboutOneMail = ['EENVELOPE', 'EMESSAGE'];

function refusalOf(error: unknown): number {
  const { code = 'unknown', responseCode, permanent } = (error ?? {}) as { code?: string; responseCode?: number; permanent?: boolean };
  const isOfMail = aboutOneMail.includes(code) && responseCode !== undefined;
  if (isOfMail && permanent === true) return responseCode;
  const said = responseCode === undefined ? code : `${code}, ${responseCode}`;
  throw new MailNotTaken(
    isOfMail ? `The mail server does not take the mail now (${said}).` : `The mail server takes no mails now (${said}).`,
    !isOfMail,
  );
}
