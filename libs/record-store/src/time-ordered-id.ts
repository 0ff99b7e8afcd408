import { OrderedUuids } from '@sync/records';

const ids = new OrderedUuids();

/** For every row of this process from one source, so that the rows of a transaction follow each other in the feed as they were made. */
export function timeOrderedId(): string {
  return ids.next();
}
