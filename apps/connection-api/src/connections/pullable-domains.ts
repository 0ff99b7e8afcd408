import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Data domains of the active SyncRules that go out from connections. */
@Injectable()
export class PullableDomains {
  constructor(private readonly dataSource: DataSource) {}

  /** By connection id; a connection without an active outgoing rule is missing. */
  async of(connectionIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.dataSource.query<{ id: string; domains: string[] }[]>(
      `select source_connection_id as id, array_agg(distinct domain) as domains
       from sync_rules cross join unnest(data_domains) domain
       where source_connection_id = any($1) and is_active
       group by source_connection_id`,
      [connectionIds],
    );
    return new Map(rows.map(({ id, domains }) => [id, domains]));
  }
}
