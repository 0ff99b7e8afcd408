import { AsyncLocalStorage } from 'node:async_hooks';
import { OrderedUuids } from '@sync/records';

const requests = new AsyncLocalStorage<{ requestId: string }>();
const ids = new OrderedUuids();
const usable = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id of the current request; undefined outside one. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.requestId;
}

/** The caller's X-Request-Id if it is short and plain, otherwise a new id. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && usable.test(header) ? header : ids.next();
}

export function withRequestId<T>(requestId: string, action: () => T): T {
  return requests.run({ requestId }, action);
}
