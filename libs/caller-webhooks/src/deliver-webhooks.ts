import { randomUUID } from 'node:crypto';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CredentialsCipher, type KeyRing } from '@sync/credentials';
import type { CallerHttp } from '@sync/integrations';
import type { Notifications } from '@sync/postgres';
import { loggableError } from '@sync/records';
import type { DataSource } from 'typeorm';
import { claimDueEndpoints, recordAndTakeNext, releaseEndpoint, type AttemptOutcome, type ClaimedDelivery } from './attempts';
import { countAttempt, observeDelivery } from './caller-webhook-metrics';
import { makeDeliveries } from './make-deliveries';
import { signedHeaders, type EndpointSecrets } from './signature';

/** A lost notification costs an event this long at most. */
const pollMs = 1_000;
/** Between looks for changes that the feed does not show yet. */
const hiddenMs = 15;
const maxHiddenMs = 500;
/** Endpoints of one worker at once: each takes a socket while it responds. */
const maxEndpoints = 1_000;
const maxFailing = maxEndpoints / 2;
const attemptMs = 15_000;
const stopMs = 5_000;

export interface DeliveryOptions {
  dataSource: DataSource;
  notifications: Notifications;
  http: CallerHttp;
  keys: KeyRing;
  /** The waits before each attempt, in seconds. */
  schedule: readonly number[];
}

/**
 * Delivers events to callers: makes deliveries of events, then sends those that are due, one at a time to each endpoint. Every worker does;
 * an endpoint belongs to one of them at a time.
 */
export class DeliverWebhooks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('DeliverWebhooks');
  private readonly cipher: CredentialsCipher;
  private readonly claim = randomUUID();
  private readonly held = new Map<string, { isFailing: boolean; ended: Promise<void> }>();
  private readonly stopping = new AbortController();
  private stopHearing: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isAsked = false;
  private isLooking = false;
  private hiddenLooks = 0;

  constructor(private readonly options: DeliveryOptions) {
    this.cipher = new CredentialsCipher(options.keys, 'webhook_endpoints|secrets');
  }

  async onApplicationBootstrap(): Promise<void> {
    this.stopHearing = this.options.notifications.hear(() => this.wake());
    await this.options.notifications.start();
    this.wake();
  }

  /** Attempts under way are interrupted, and made again by another worker under the same id. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    this.stopHearing?.();
    await this.options.notifications.stop();
    const ended = Promise.all([...this.held.values()].map((endpoint) => endpoint.ended));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, stopMs)))]);
    clearTimeout(timer);
  }

  /** There may be events, or deliveries that are due. */
  private wake(): void {
    this.isAsked = true;
    if (!this.isLooking && !this.stopping.signal.aborted) void this.lookWhileAsked();
  }

  private async lookWhileAsked(): Promise<void> {
    this.isLooking = true;
    clearTimeout(this.timer);
    let waitMs = pollMs;
    try {
      while (this.isAsked && !this.stopping.signal.aborted) {
        this.isAsked = false;
        waitMs = await this.look();
      }
    } catch (error) {
      this.logger.warn({ msg: 'webhooks to callers not looked for', error: loggableError(error) });
    } finally {
      this.isLooking = false;
      if (!this.stopping.signal.aborted) this.timer = setTimeout(() => this.wake(), waitMs);
    }
  }

  /** Returns after how many milliseconds to look again at the latest. */
  private async look(): Promise<number> {
    const { dataSource } = this.options;
    let hasHidden = false;
    for (let events = 1; events > 0 && !this.stopping.signal.aborted;) ({ events, hasHidden } = await makeDeliveries(dataSource));
    while (!this.stopping.signal.aborted) {
      const room = maxEndpoints - this.held.size;
      const failing = [...this.held.values()].filter(({ isFailing }) => isFailing).length;
      if (room <= 0) break;
      const max = Math.min(room, 100);
      const claimed = await claimDueEndpoints(dataSource, this.claim, max, failing + max <= maxFailing);
      for (const { id, isFailing } of claimed) this.begin(id, isFailing);
      if (claimed.length < max) break;
    }
    this.hiddenLooks = hasHidden ? this.hiddenLooks + 1 : 0;
    return hasHidden ? Math.min(maxHiddenMs, hiddenMs * 2 ** Math.min(this.hiddenLooks, 6)) : pollMs;
  }

  private begin(endpointId: string, isFailing: boolean): void {
    const ended = this.deliverAll(endpointId)
      .catch((error: unknown) => this.logger.warn({ msg: 'webhooks to a caller not delivered', endpointId, error: loggableError(error) }))
      .then(() => {
        this.held.delete(endpointId);
        if (this.held.size === maxEndpoints - 1) this.wake();
      });
    this.held.set(endpointId, { isFailing, ended });
  }

  private async deliverAll(endpointId: string): Promise<void> {
    const { dataSource, schedule } = this.options;
    let delivery = await recordAndTakeNext(dataSource, endpointId, this.claim, schedule);
    while (delivery) {
      const outcome = await this.attempt(delivery);
      if (outcome === null) return releaseEndpoint(dataSource, endpointId, this.claim);
      countAttempt(outcome.isDelivered);
      if (outcome.isDelivered && delivery.attempts === 0) observeDelivery(delivery.occurredAt);
      const { id, attempts } = delivery;
      delivery = await recordAndTakeNext(dataSource, endpointId, this.claim, schedule, { id, attempts, outcome });
    }
  }

  /** Null: this worker stops. */
  private async attempt({
    endpointId,
    tenantId,
    url,
    id,
    type,
    occurredAt,
    data,
    ...sealed
  }: ClaimedDelivery): Promise<AttemptOutcome | null> {
    const { current, previous } = this.cipher.open(endpointId, sealed.secrets).reveal() as unknown as EndpointSecrets;
    const secrets = previous !== undefined && sealed.previousSecretIsValid ? [current, previous] : [current];
    const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
    const reply = await this.options.http.post({
      url,
      body,
      headers: signedHeaders(id, new Date(), body, secrets),
      tenantId,
      deadlineMs: attemptMs,
      signal: this.stopping.signal,
    });
    if (this.stopping.signal.aborted && reply.status === null) return null;
    const { status, failure, retryAfterSeconds } = reply;
    if (status === null) return { isDelivered: false, responseStatus: null, error: failure };
    if (status >= 200 && status < 300) return { isDelivered: true, responseStatus: status, error: null };
    const redirects = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
    const mayAsk = status === 429 || status === 503;
    return {
      isDelivered: false,
      responseStatus: status,
      error: `The endpoint responded with status ${status}.${redirects}`,
      ...(mayAsk && { retryAfterSeconds }),
    };
  }
}
