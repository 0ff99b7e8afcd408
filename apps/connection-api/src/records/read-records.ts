import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { pacedBody, RequestTimeouts } from '@sync/http-api';
import { feedCursor } from '@sync/record-store';
import { loggableError, type SystemCapability } from '@sync/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller';
import { placeIn } from './feed-cursor';
import { ReadBudget } from './read-budget';
import type { ReadRecordsInput } from './records-input';
import { maxBytesOfLines, SearchFeed, type FeedRead, type FoundPage } from './search-feed';
import { WaitForRecords, type Found, type WaitingRequest } from './wait-for-records';

/** Bytes of the records that a request that may wait gets at once, unless one record is larger: thousands may get them together. */
const maxBytesAtOnce = 256 * 1024;

/** A request of the feed. */
export interface FeedRequest {
  caller: Caller;
  type: SystemCapability;
  input: ReadRecordsInput;
  request: FastifyRequest;
  reply: FastifyReply;
}

@Injectable()
export class ReadRecords {
  private readonly logger = new Logger('ReadRecords');

  constructor(
    private readonly feed: SearchFeed,
    private readonly budget: ReadBudget,
    private readonly waiting: WaitForRecords,
    private readonly timeouts: RequestTimeouts,
  ) {}

  /**
   * A page as JSON text, which Postgres builds; a large one as a stream. Every page has a next_cursor, including an empty one: a
   * caller that keeps it gets every later change exactly once. has_more says whether more can be read now.
   * Throws Problem for a cursor of another feed, and 429 when the tenant reads too many pages at a time.
   */
  async readPage(asked: FeedRequest): Promise<string | Buffer | Readable> {
    const { type, input } = asked;
    const [read, reader] = [readOf(asked), readerOf(asked)];
    if (input.wait > 0) {
      const find = (horizon?: string | null) => this.budget.search(reader, () => this.smallPage({ ...read, horizon }), true);
      return (await this.waiting.until(waitOf(asked, 'page'), (wake) => find(wake?.horizon))).body;
    }
    const page = await this.budget.search(reader, () => this.feed.page(read));
    const { chunkBytes } = page.records;
    if (chunkBytes === 0) return textOf(type, page);
    return this.body(bodyOf(type, page), this.budget.reserve(reader, chunkBytes));
  }

  /** Everything from the cursor on, with a line for each record. Throws as `readPage` does, before the first line. */
  async readLines(asked: FeedRequest): Promise<Buffer | Readable> {
    const [read, reader] = [readOf(asked), readerOf(asked)];
    if (asked.input.wait > 0) {
      const find = (horizon?: string | null) => this.budget.search(reader, () => this.firstLines({ ...read, horizon }), true);
      const found = await this.waiting.until(waitOf(asked, 'lines'), (wake) => find(wake?.horizon));
      if (found.isWhole) return found.body;
    }
    const queues = asked.input.wait > 0;
    const release = queues ? await this.budget.reserveInTurn(reader, maxBytesOfLines) : this.budget.reserve(reader, maxBytesOfLines);
    try {
      const lines = this.feed.lines(read);
      const first = await this.budget.search(reader, () => lines.next(), queues);
      return this.body(resumed(first, lines), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async smallPage(read: FeedRead): Promise<Found> {
    const page = await this.feed.page(read, maxBytesAtOnce);
    const isEmpty = page.records.isEmpty && page.left.length === 0 && !page.hasMore;
    return { body: Buffer.from(await textOf(read.type, page)), isEmpty, horizon: page.horizon, isWhole: true };
  }

  private async firstLines(read: FeedRead): Promise<Found> {
    const { lines, more, horizon } = await this.feed.batch(read, { maxBytes: maxBytesAtOnce });
    return { body: Buffer.from(lines ?? ''), isEmpty: lines === null && !more, horizon, isWhole: !more };
  }

  private body(chunks: AsyncIterable<string>, release: () => void): Readable {
    return pacedBody(chunks, this.timeouts.chunkMs)
      .once('close', release)
      .once('error', (error) => this.logger.warn({ msg: 'response with records cut off', error: loggableError(error) }));
  }
}

const readerOf = ({ caller: { tenantId, connectionId } }: FeedRequest): string => tenantId ?? connectionId;

function readOf({ caller, type, input }: FeedRequest): FeedRead {
  const { cursor, limit, source_connection_id: sourceConnectionId, updated_since: updatedSince } = input;
  return { caller, type, sourceConnectionId, updatedSince, after: cursor === undefined ? undefined : placeIn(type, cursor), limit };
}

function waitOf(asked: FeedRequest, form: 'page' | 'lines'): WaitingRequest {
  const { caller, type, input, request, reply } = asked;
  const { cursor, limit, source_connection_id: source, updated_since: since } = input;
  const key = JSON.stringify([form, caller.connectionId, caller.tenantId, type, source, since, cursor, limit]);
  return { request, reply, tenant: readerOf(asked), seconds: input.wait, key };
}

async function* resumed(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

async function* bodyOf(type: SystemCapability, page: FoundPage): AsyncGenerator<string, void> {
  yield '{"data":[';
  yield* page.records.chunks();
  const { left, next, hasMore } = page;
  yield `],"left":[${left.join(',')}],"next_cursor":${JSON.stringify(feedCursor(type, next))},"has_more":${String(hasMore)}}`;
}

async function textOf(type: SystemCapability, page: FoundPage): Promise<string> {
  let text = '';
  for await (const part of bodyOf(type, page)) text += part;
  return text;
}
