import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { idChunks } from '../mapping/id-chunks';
import { rowsAskedFor } from '../mapping/listed-rows';
import { atOnceOrInPieces } from './at-once-or-in-pieces';
import { idFilter } from './id-filters';
import type { RunMemory } from './run-memory';
import type { CommerceBSettings } from './settings';
import type { Webservice } from './webservice';

/** Reads full rows by their ids, at most a page of them with one request. */
export class RowsById {
  constructor(
    private readonly webservice: Webservice,
    private readonly settings: CommerceBSettings,
  ) {}

  /** Rows that the shop does not have are left out. */
  async fetch(
    connection: IntegrationConnection,
    capability: SystemCapability,
    ids: readonly string[],
    memory: RunMemory,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (const chunk of idChunks(ids, this.settings.perPage)) {
      const fetched = await atOnceOrInPieces(chunk.length, memory, (from, count) =>
        this.#request(connection, capability, chunk.slice(from, from + count)),
      );
      rows.push(...fetched);
    }
    return rows;
  }

  /** An empty list says that there are none, which a 404 does not. */
  async #request(connection: IntegrationConnection, capability: SystemCapability, ids: readonly string[]): Promise<unknown[]> {
    const what = ids.length === 1 ? `one of its ${capability}` : `some of its ${capability}`;
    const parameters = { display: 'full', 'filter[id]': idFilter(ids) };
    return rowsAskedFor(await this.webservice.rows(connection, { resource: capability, parameters, what }), ids, what);
  }
}
