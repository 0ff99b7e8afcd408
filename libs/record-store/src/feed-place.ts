/**
 * A place in the feed. Positions grow with every write; records of one transaction share a position and sort by id. The records that a source
 * brings when it comes back all stand at the position of its return, in the order in which they were written.
 */
export interface FeedPlace {
  /** An integer as text. */
  position: string;
  id: string;
  /** An integer as text: where the record was written, if it stands at the return of its source. Absent: at `position`. */
  written?: string;
}

/** A shop, and the connection to it that its records are served with. */
export interface FeedSource {
  shopId: string;
  connectionId: string;
  /** Records written at this position or before stand at it: the shop has been in this feed since then. Default 0. */
  since?: string;
  /** When that was. `updated_since` takes those records for as old as that. */
  sinceAt?: Date;
}

const noId = '00000000-0000-0000-0000-000000000000';

/** Before every record. */
export const feedStart: FeedPlace = { position: '0', id: noId };

/** Negative: the first place comes first. */
export function comparePlaces(one: FeedPlace, other: FeedPlace): number {
  return (
    compare(BigInt(one.position), BigInt(other.position)) ||
    compare(BigInt(one.written ?? one.position), BigInt(other.written ?? other.position)) ||
    compare(one.id, other.id)
  );
}

function compare<T extends bigint | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The key, position and id as they were written, that the records of a source follow which come after a place. */
export function keyAfter({ since = '0' }: Pick<FeedSource, 'since'>, { position, id, written = position }: FeedPlace): [string, string] {
  const distance = compare(BigInt(since), BigInt(position));
  if (distance > 0) return ['0', noId];
  if (distance === 0) return [written, id];
  return written === position ? [position, id] : [position, noId];
}

/** The place of a record of a source. */
export function placeOf(written: string, id: string, since: string): FeedPlace {
  return BigInt(written) < BigInt(since) ? { position: since, id, written } : { position: written, id };
}
