import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, header, type WireResponse } from '../../testing/exchange';
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
  async ask(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<WireResponse> {
    const headers = [
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ];
    const question = { method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    for (let attempt = 1; ; attempt += 1) {
      const response = await exchange(this.url, question);
      if (response.status !== 429 || attempt === maxAttempts) return response;
      await sleep(Number(header(response, 'retry-after') ?? defaultPauseSeconds) * 1_000);
    }
  }
}
