import { Injectable } from '@nestjs/common';
import { RecordStore, type FeedPlace } from '@sync/record-store';
import type { SystemCapability } from '@sync/records';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { readCursor, uuidShape, writeCursor } from '../paging/cursor';
import type { ReadRecordsInput } from './records-input';

/** Active or failing source connections whose active sync rule grants the caller's connection this record type. */
const entitledSources = `
  select distinct source.id from sync_rules rule
  join system_connections source on source.id = rule.source_connection_id
  where rule.target_connection_id = $1 and rule.is_active and $2 = any(rule.data_domains)
    and source.status in ('active', 'error') and source.deleted_at is null and source.tenant_id = $3
    and ($4::uuid is null or source.id = $4)`;

const positionShape = /^\d{1,18}$/;

@Injectable()
export class ReadRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: RecordStore,
  ) {}

  /**
   * A page as JSON text, which Postgres builds. Every page with records has a next_cursor, including the last one: a caller that keeps it
   * gets every later change exactly once. An empty page has none, so reading until there is none terminates. Throws Problem for a cursor
   * of another feed.
   */
  async read({ connectionId, tenantId }: Caller, capability: SystemCapability, input: ReadRecordsInput): Promise<string> {
    const after = input.cursor === undefined ? undefined : positionIn(capability, input.cursor);
    const sources = await this.dataSource.query<{ id: string }[]>(entitledSources, [
      connectionId,
      capability,
      tenantId,
      input.source_connection_id ?? null,
    ]);
    const page = await this.records.readFeed({
      capability,
      sourceConnectionIds: sources.map(({ id }) => id),
      updatedSince: input.updated_since,
      after,
      limit: input.limit,
    });
    const next = page.texts.length > 0 && page.next ? writeCursor(capability, page.next.position, page.next.id) : null;
    return `{"data":${page.json},"next_cursor":${JSON.stringify(next)}}`;
  }
}

function positionIn(capability: SystemCapability, cursor: string): FeedPlace {
  const [position = '', id = ''] = readCursor(capability, cursor, positionShape, uuidShape);
  return { position, id };
}
