import type { FeedPlace } from './feed-place';

/** Where a record was written, with the connection to its shop, and the bytes that the record takes in the feed, at most. */
export interface SizedPlace {
  /** An integer as text. */
  position: string;
  id: string;
  connectionId: string;
  bytes: number;
}

/** A record as callers see it (docs/reference/resources.md). */
export type FeedRecord = Record<string, unknown> & { id: string; source_id: string; system_connection_id: string };

/** A chunk larger than this holds a single record. */
const maxChunkBytes = 512 * 1024;

/** Loads the records at these places as JSON texts with commas between them. Null: none of them is there any more. */
export type LoadRecords = (places: SizedPlace[]) => Promise<string | null>;

/** One page of the feed: its places, and its records as far as they are small enough to come with them. */
export class FeedPage {
  readonly isEmpty: boolean;
  private readonly parts: SizedPlace[][];

  constructor(
    places: SizedPlace[],
    /** The records as JSON texts with commas between them; null: they are loaded in chunks. */
    private readonly text: string | null,
    private readonly load: LoadRecords,
    /** Where to continue, even if nothing follows yet: later changes come after it. */
    readonly next: FeedPlace,
    /** Whether more records are available now. A page is also full when its bytes are. */
    readonly more: boolean,
  ) {
    this.parts = text === null ? inChunks(places) : [];
    this.isEmpty = places.length === 0;
  }

  /** Bytes that a reader of `chunks` holds at a time; 0 for a page that is loaded already. */
  get chunkBytes(): number {
    return Math.max(0, ...this.parts.map((part) => part.reduce((sum, { bytes }) => sum + bytes, 0)));
  }

  /**
   * The records as JSON texts with commas between them, in chunks that join to a list. Each chunk is loaded when it is asked for. A
   * record that changed since the page was found is left out: it has moved to a later place.
   */
  async *chunks(): AsyncGenerator<string, void> {
    if (this.text) yield this.text;
    let comma = '';
    for (const part of this.parts) {
      const text = await this.load(part);
      if (text === null) continue;
      yield comma + text;
      comma = ',';
    }
  }
}

function inChunks(places: SizedPlace[]): SizedPlace[][] {
  const parts: SizedPlace[][] = [];
  let room = 0;
  for (const place of places) {
    const last = parts.at(-1);
    room -= place.bytes;
    if (last && room >= 0) {
      last.push(place);
      continue;
    }
    parts.push([place]);
    room = maxChunkBytes - place.bytes;
  }
  return parts;
}
