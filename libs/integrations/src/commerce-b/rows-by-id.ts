import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { idChunks } from '../mapping/id-chunks';
import { atOnceOrInPieces } from './at-once-or-in-pieces';
import { idFilter } from './id-filters';
import type { RunMemory } from '../runs/run-memory';
import type { Webservice } from './webservice';

/** About a page of full rows. */
export const idsPerRequest = 60;

/** Reads full rows by their ids. */
export class RowsById {
  constructor(private readonly webservice: Webservice) {}

  /** Rows that the shop does not have are left out: an empty list says that there are none, which a 404 does not. */
  async fetch(
    connection: IntegrationConnection,
    capability: SystemCapability,
    { ids, what }: { ids: readonly string[]; what: string },
    memory: RunMemory,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (const chunk of idChunks(ids, idsPerRequest)) {
      const fetched = await atOnceOrInPieces(chunk.length, memory, (from, count) => {
        const parameters = { display: 'full', 'filter[id]': idFilter(chunk.slice(from, from + count)) };
        return this.webservice.rows(connection, { resource: capability, parameters, what });
      });
      rows.push(...fetched);
    }
    return rows;
  }
}
