import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { tcpKeepAlive } from './query-bounds';
import { postgresCode } from './postgres-away';

const firstPauseMs = 100;
const maxPauseMs = 5_000;
const connectTimeoutMs = 5_000;

export interface NotificationsOptions {
  /** Of Postgres itself: a pooler passes no notification on. */
  databaseUrl: string;
  applicationName: string;
  channel: string;
}

/** Who listens: the payload of each notification, and null after a time in which some may have been missed. */
export type Hearing = (payload: string | null) => void;

/**
 * Listens on one channel of Postgres for as long as the app runs, over a connection of its own that sends nothing while it is idle. A
 * notification is a hint: one that was sent while the connection was lost never comes, so a listener looks once after each reconnection.
 */
export class Notifications {
  private readonly logger = new Logger('Notifications');
  private readonly listeners = new Set<Hearing>();
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = firstPauseMs;
  private isStopped = false;

  constructor(private readonly options: NotificationsOptions) {}

  /** Returns a function that ends the hearing. */
  hear(listener: Hearing): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves once it listens, or has failed to for the first time; it goes on trying. */
  async start(): Promise<void> {
    await this.connect();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { databaseUrl, applicationName, channel } = this.options;
    const client = new Client({
      ...tcpKeepAlive,
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
    });
    this.client = client;
    let isOver = false;
    const lost = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      client.end().catch(() => undefined);
      this.reconnectLater(error);
    };
    client.on('error', lost).on('end', () => lost());
    client.on('notification', ({ payload = '' }) => this.tell(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      this.pauseMs = firstPauseMs;
      this.tell(null);
    } catch (error) {
      lost(error as Error);
    }
  }

  private tell(payload: string | null): void {
    for (const listener of this.listeners) listener(payload);
  }

  private reconnectLater(error?: Error): void {
    if (this.isStopped) return;
    const code = error && postgresCode(error);
    this.logger.warn({ msg: 'not listening for changes: looking for them again soon', channel: this.options.channel, code: code || null });
    this.timer = setTimeout(() => void this.connect(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, maxPauseMs);
  }
}
