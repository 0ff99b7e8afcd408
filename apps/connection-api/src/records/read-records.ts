import type { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { servesNow } from '@sync/domain';
import { pacedBody, readCursor, readPool, RequestTimeouts, uuidShape, writeCursor } from '@sync/http-api';
import { prepared } from '@sync/postgres';
import { RecordStore, type FeedPage, type FeedPlace } from '@sync/record-store';
import { loggableError, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import type { Caller } from '../access/caller';
import { ReadBudget } from './read-budget';
import type { ReadRecordsInput } from './records-input';

/** Active or failing source connections whose active sync rule grants the caller's connection this record type. */
const entitledSources = `
  select distinct shop.id as "shopId", source.id as "connectionId" from sync_rules rule
  join system_connections source on source.id = rule.source_connection_id
  join shops shop on shop.system_connection_id = source.id
  where rule.target_connection_id = $1 and rule.is_active and $2 = any(rule.data_domains)
    and ${servesNow('source')} and source.tenant_id = $3
    and ($4::uuid is null or source.id = $4)`;

const positionShape = /^\d{1,18}$/;

@Injectable()
export class ReadRecords {
  private readonly logger = new Logger('ReadRecords');

  constructor(
    @Inject(readPool) private readonly pool: Pool,
    private readonly records: RecordStore,
    private readonly budget: ReadBudget,
    private readonly timeouts: RequestTimeouts,
  ) {}

  /**
   * A page as JSON text, which Postgres builds; a large one as a stream. Every page has a next_cursor, including an empty one: a
   * caller that keeps it gets every later change exactly once. has_more says whether more can be read now.
   * Throws Problem for a cursor of another feed, and 429 when the tenant reads too many pages at a time.
   */
  async read(caller: Caller, capability: SystemCapability, input: ReadRecordsInput): Promise<string | Readable> {
    const after = input.cursor === undefined ? undefined : positionIn(capability, input.cursor);
    const reader = caller.tenantId ?? caller.connectionId;
    const page = await this.budget.search(reader, () => this.find(caller, capability, input, after));
    if (page.chunkBytes === 0) return textOf(capability, page);
    const release = this.budget.reserve(reader, page.chunkBytes);
    return pacedBody(bodyOf(capability, page), this.timeouts.chunkMs)
      .once('close', release)
      .once('error', (error) => this.logger.warn({ msg: 'response with records cut off', error: loggableError(error) }));
  }

  private async find(caller: Caller, capability: SystemCapability, input: ReadRecordsInput, after?: FeedPlace): Promise<FeedPage> {
    const { connectionId, tenantId } = caller;
    const values = [connectionId, capability, tenantId, input.source_connection_id ?? null];
    const sources = (await this.pool.query<{ shopId: string; connectionId: string }>(prepared(entitledSources, values))).rows;
    return this.records.readFeed({
      capability,
      sources,
      updatedSince: input.updated_since,
      after,
      limit: input.limit,
    });
  }
}

async function* bodyOf(capability: SystemCapability, page: FeedPage): AsyncGenerator<string, void> {
  yield '{"data":[';
  yield* page.chunks();
  const { position, id } = page.next;
  yield `],"next_cursor":${JSON.stringify(writeCursor(capability, position, id))},"has_more":${String(page.more)}}`;
}

async function textOf(capability: SystemCapability, page: FeedPage): Promise<string> {
  let text = '';
  for await (const part of bodyOf(capability, page)) text += part;
  return text;
}

function positionIn(capability: SystemCapability, cursor: string): FeedPlace {
  const [position = '', id = ''] = readCursor(capability, cursor, positionShape, uuidShape);
  return { position, id };
}
