import { openResults, StatusPolling, type PendingConnection, type PollingHost, type PollResult } from './status-polling';
import { storedHandshake, storeHandshake } from './stored-handshake';

/** Its functions need no `this`. */
export interface HandshakeHost extends Omit<PollingHost, 'polled'> {
  rerender(): void;
  registered(connectionId: string): void;
}

/** From a connection token to the connected shop, for one tenant and platform. */
export class Handshake {
  /** The newest pending connection; earlier ones are only polled. */
  pending: PendingConnection | null;
  /** Of the newest pending connection. */
  pollResult: PollResult = 'waiting';
  /** Why the plugin could not connect with the newest token, by code. Undefined: it has not tried. */
  attempt: unknown;

  private readonly polling: StatusPolling;

  /** Continues what this tab has stored. `key`: names it there. */
  constructor(
    private readonly key: string,
    private readonly host: HandshakeHost,
  ) {
    this.polling = new StatusPolling({ ...host, polled: (connection, result, attempt) => this.take(connection, result, attempt) });
    this.pending = storedHandshake(key);
    if (this.pending) this.polling.watch(this.pending);
  }

  start(pending: PendingConnection): void {
    this.pending = pending;
    this.pollResult = 'waiting';
    this.attempt = undefined;
    storeHandshake(this.key, pending);
    this.polling.watch(pending);
  }

  /** Continues after a refusal. */
  resume(): void {
    if (this.pollResult !== 'refused') return;
    this.pollResult = 'waiting';
    this.polling.resume();
  }

  private take(connection: PendingConnection, result: PollResult, attempt: unknown): void {
    const isNewest = connection === this.pending;
    if (isNewest || result === 'refused') this.pollResult = result;
    if (isNewest && result === 'waiting') this.attempt = attempt;
    if (result === 'active') this.pending = null;
    if (result === 'active' || (isNewest && !openResults.includes(result))) storeHandshake(this.key, null);
    if (result === 'active') this.host.registered(connection.id);
    this.host.rerender();
  }
}
