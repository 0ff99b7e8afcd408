import type { StoreReply } from './store-reply';

/**
 * When a request was sent by the shop's clock, in epoch milliseconds, up to a second early. Falls back to this service's clock
 * (`startedAt`) if the response has no date.
 */
export function requestedAt(reply: StoreReply, startedAt: number): number {
  const respondedAt = Date.parse(reply.header('date') ?? '');
  return Number.isNaN(respondedAt) ? startedAt : respondedAt - (Date.now() - startedAt);
}
