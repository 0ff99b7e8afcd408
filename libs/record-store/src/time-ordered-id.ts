import { OrderedUuids } from '@sync/records';

const ids = new OrderedUuids();

/** One source of ids per process, so that rows of one transaction appear in the feed in the order they were made. */
export function timeOrderedId(): string {
  return ids.next();
}
