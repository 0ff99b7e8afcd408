import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { readPool } from '@sync/http-api';
import { forAllTenants, Notifications } from '@sync/postgres';
import { loggableError } from '@sync/records';
import type { Pool } from 'pg';
import { ConnectionApiConfiguration } from '../configuration';
import { WaitingReaders, type WaitingReader } from './waiting-readers';

/** The feed shows a change once its horizon is beyond it. Until then the horizon is read again after a pause that grows. */
const pause = { firstMs: 10, maxMs: 250 };

/** Taking a transaction id moves the horizon of a database where nothing else happens. */
const readHorizon = 'select feed_horizon()::text as position, pg_current_xact_id()';
/** No transaction has written at that position yet, or beyond it. */
const readNext = 'select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + "offset")::text as position from feed_clock';

/**
 * Wakes the readers that wait for records. Each process hears of every change over one connection, and asks nothing while nothing changes:
 * only while it has heard of a change that the feed does not show yet, it reads the horizon, once for all readers.
 */
@Injectable()
export class FeedChanges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('FeedChanges');
  private readonly notifications: Notifications;
  private readonly readers = new WaitingReaders();
  /** The latest change of each tenant that readers wait for and the feed does not show yet. */
  private readonly hidden = new Map<string, bigint>();
  /** The latest change of any tenant that this process has heard of. */
  private latest = 0n;
  private isLooking = false;
  private isStopped = false;

  constructor(
    @Inject(readPool) private readonly pool: Pool,
    { databaseDirectUrl }: ConnectionApiConfiguration,
  ) {
    this.notifications = new Notifications({
      databaseUrl: databaseDirectUrl,
      applicationName: 'connection-api waiting reads',
      channel: 'service_events',
    });
    this.notifications.hear((payload) => (payload === null ? void this.lookAgain() : this.heard(payload)));
  }

  onApplicationBootstrap(): void {
    void this.notifications.start();
  }

  /** Requests that wait get their response before the server stops. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.readers.close();
    await this.notifications.stop();
  }

  /** From now on the reader hears of each change of the tenant. Throws Problem when too many wait. */
  enter(tenant: string): WaitingReader {
    return this.readers.enter(tenant);
  }

  /** A reader of the tenant has read up to the horizon. A change beyond it may have been announced before the reader entered. */
  watchFrom(tenant: string, horizon: string): void {
    if (this.latest >= BigInt(horizon)) this.expect(tenant, this.latest);
  }

  private heard(payload: string): void {
    const [tenant = '', place] = payload.split(' ');
    if (place === undefined || !/^\d{1,18}$/.test(place)) return;
    const position = BigInt(place);
    if (position > this.latest) this.latest = position;
    if (this.readers.has(tenant)) this.expect(tenant, position);
  }

  private expect(tenant: string, position: bigint): void {
    if (position > (this.hidden.get(tenant) ?? -1n)) this.hidden.set(tenant, position);
    if (!this.isLooking) void this.look();
  }

  /** While the connection was lost, anything may have changed. */
  private async lookAgain(): Promise<void> {
    for (const tenant of this.readers.tenants()) this.readers.wake(tenant, null);
    try {
      const next = await this.ask(readNext);
      if (next > this.latest) this.latest = next;
      for (const tenant of this.readers.tenants()) this.expect(tenant, next);
    } catch (error) {
      this.logger.warn({ msg: 'changes not looked for', error: loggableError(error) });
    }
  }

  private async look(): Promise<void> {
    this.isLooking = true;
    let waitMs = pause.firstMs;
    while (this.hidden.size > 0 && !this.isStopped) {
      try {
        if (this.show(await this.ask(readHorizon))) waitMs = pause.firstMs;
      } catch (error) {
        this.logger.warn({ msg: 'horizon of the feed not read', error: loggableError(error) });
        waitMs = pause.maxMs;
      }
      if (this.hidden.size === 0) break;
      await sleep(waitMs);
      waitMs = Math.min(waitMs * 1.5, pause.maxMs);
    }
    this.isLooking = false;
  }

  /** Wakes the tenants whose changes can be read now. Returns whether there were any. */
  private show(horizon: bigint): boolean {
    const shown = [...this.hidden].filter(([, position]) => position < horizon).map(([tenant]) => tenant);
    for (const tenant of shown) {
      this.hidden.delete(tenant);
      this.readers.wake(tenant, String(horizon));
    }
    return shown.length > 0;
  }

  private async ask(statement: string): Promise<bigint> {
    const { rows } = await forAllTenants(() => this.pool.query<{ position: string }>(statement));
    return BigInt(rows[0]?.position ?? 0);
  }
}
