import type { StoreReply } from './store-reply';

/**
 * When a request was sent by the shop's own clock, as far as the answer shows it; epoch milliseconds, up to a second early. An
 * answer without a date counts by this service's clock, by which `begun` is told.
 */
export function askedAt(reply: StoreReply, begun: number): number {
  const answered = Date.parse(reply.header('date') ?? '');
  return Number.isNaN(answered) ? begun : answered - (Date.now() - begun);
}
