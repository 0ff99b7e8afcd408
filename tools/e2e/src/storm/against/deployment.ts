import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, header, questionOf, type Sent, type WireResponse } from '../../testing/exchange';
import type { StormTarget } from '../storm-tenant';

/** The default limit counts registrations per minute. */
const maxAttempts = 30;
const defaultPauseSeconds = 5;

/** A service that runs elsewhere: only its public address is known. */
export class Deployment implements StormTarget {
  readonly names = null;

  constructor(
    private readonly url: string,
    readonly shopAddress: string,
  ) {}

  webhookUrl(connectionId: string): string {
    return `${this.url}/api/webhooks/${connectionId}`;
  }

  /** Waits as long as a limit says (429). */
  async ask(method: string, path: string, sent: Sent = {}): Promise<WireResponse> {
    const question = questionOf(method, path, sent);
    for (let attempt = 1; ; attempt += 1) {
      const response = await exchange(this.url, question);
      if (response.status !== 429 || attempt === maxAttempts) return response;
      await sleep(Number(header(response, 'retry-after') ?? defaultPauseSeconds) * 1_000);
    }
  }
}
