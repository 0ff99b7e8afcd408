import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { pacedBody, RequestTimeouts } from '@sync/http-api';
import type { FeedPage } from '@sync/record-store';
import { loggableError, type SystemCapability } from '@sync/records';
import type { Caller } from '../access/caller';
import { cursorOf, placeIn } from './feed-cursor';
import { ReadBudget } from './read-budget';
import type { ReadRecordsInput } from './records-input';
import { maxBytesOfBatches, SearchFeed, type FeedRead } from './search-feed';

@Injectable()
export class ReadRecords {
  private readonly logger = new Logger('ReadRecords');

  constructor(
    private readonly feed: SearchFeed,
    private readonly budget: ReadBudget,
    private readonly timeouts: RequestTimeouts,
  ) {}

  /**
   * A page as JSON text, which Postgres builds; a large one as a stream. Every page has a next_cursor, including an empty one: a
   * caller that keeps it gets every later change exactly once. has_more says whether more can be read now.
   * Throws Problem for a cursor of another feed, and 429 when the tenant reads too many pages at a time.
   */
  async readPage(caller: Caller, type: SystemCapability, input: ReadRecordsInput): Promise<string | Readable> {
    const read = readOf(caller, type, input);
    const page = await this.budget.search(readerOf(caller), () => this.feed.page(read));
    if (page.chunkBytes === 0) return textOf(type, page);
    return this.body(bodyOf(type, page), this.budget.reserve(readerOf(caller), page.chunkBytes));
  }

  /** Everything from the cursor on, with a line for each record. Throws as `readPage` does, before the first line. */
  async readLines(caller: Caller, type: SystemCapability, input: ReadRecordsInput): Promise<Readable> {
    const reader = readerOf(caller);
    const release = this.budget.reserve(reader, maxBytesOfBatches);
    try {
      const lines = this.feed.lines(readOf(caller, type, input));
      const first = await this.budget.search(reader, () => lines.next());
      return this.body(resumed(first, lines), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  private body(chunks: AsyncIterable<string>, release: () => void): Readable {
    return pacedBody(chunks, this.timeouts.chunkMs)
      .once('close', release)
      .once('error', (error) => this.logger.warn({ msg: 'response with records cut off', error: loggableError(error) }));
  }
}

const readerOf = ({ tenantId, connectionId }: Caller): string => tenantId ?? connectionId;

function readOf(caller: Caller, type: SystemCapability, input: ReadRecordsInput): FeedRead {
  const { cursor, limit, source_connection_id: sourceConnectionId, updated_since: updatedSince } = input;
  return { caller, type, sourceConnectionId, updatedSince, after: cursor === undefined ? undefined : placeIn(type, cursor), limit };
}

async function* resumed(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* bodyOf(type: SystemCapability, page: FeedPage): AsyncGenerator<string, void> {
  yield '{"data":[';
  yield* page.chunks();
  yield `],"next_cursor":${JSON.stringify(cursorOf(type, page.next))},"has_more":${String(page.more)}}`;
}

async function textOf(type: SystemCapability, page: FeedPage): Promise<string> {
  let text = '';
  for await (const part of bodyOf(type, page)) text += part;
  return text;
}
