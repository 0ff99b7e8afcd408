import type { BulkExportProbe, ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import type { ChangesList } from '../runs/changes-list';
import { idsPerPage } from './collection-pages';
import { idsPerDeltaPage, type DeltaRows } from './delta-rows';
import { keysOf, listStateOf } from './listed-page';
import type { Listing } from './listing';
import type { RunMemory } from '../runs/run-memory';
import type { CommerceBSettings } from './settings';
import type { Webservice } from './webservice';

/**
 * Plans an export by one unpaginated list: how many pages there are, which rows, and for a delta which of them have changed. A delta
 * needs no such list where the shop's module says what has changed.
 */
export class ExportProbe {
  constructor(
    private readonly webservice: Webservice,
    private readonly listing: Listing,
    private readonly changes: ChangesList,
    private readonly deltas: DeltaRows,
    private readonly settings: CommerceBSettings,
  ) {}

  async of(connection: IntegrationConnection, request: ExportRequest, memory: RunMemory): Promise<BulkExportProbe> {
    const { capability, content } = request;
    const modifiedAfter = content === 'ids' ? null : request.modifiedAfter;
    const changes = modifiedAfter === null ? null : await this.changes.of(connection, { capability, modifiedAfter }, memory);
    if (changes) return { ...deltaOf(changes.changed), goneIds: changes.deleted };
    const rows = await this.listing.of(connection, request);
    const perPage = content === 'ids' ? idsPerPage : this.settings.perPage;
    if (rows === null)
      return this.#limited(capability, { totalPages: await this.#searchLastPage(connection, capability, perPage), perPage });
    const keys = keysOf(capability, rows);
    const sourceIds = modifiedAfter === null ? null : await this.deltas.changed(rows, connection, request, memory);
    if (sourceIds) return { ...deltaOf(sourceIds), keys };
    return this.#limited(capability, { totalPages: Math.ceil(rows.length / perPage), perPage, list: listStateOf(rows), keys });
  }

  #limited(capability: string, probe: BulkExportProbe): BulkExportProbe {
    const { maxPages } = this.settings;
    const { totalPages, perPage, list: _cut, ...rest } = probe;
    if (totalPages <= maxPages) return probe;
    const warning = `The shop has more ${capability} than the ${maxPages * perPage} that an export fetches: those with the highest ids are left out.`;
    return { ...rest, totalPages: maxPages, perPage, warnings: [warning] };
  }

  /** Binary search for the last page, for a shop that cannot return all ids at once. */
  async #searchLastPage(connection: IntegrationConnection, resource: string, perPage: number): Promise<number> {
    let existing = 0;
    for (let missing = this.settings.maxPages + 2; missing - existing > 1;) {
      const page = Math.floor((existing + missing) / 2);
      const parameters = { sort: '[id_ASC]', limit: `${(page - 1) * perPage},1` };
      const found = await this.webservice.rows(connection, { resource, parameters, what: `the number of ${resource}` });
      if (found.length > 0) existing = page;
      else missing = page;
    }
    return existing;
  }
}

/** Of ascending ids. */
function deltaOf(sourceIds: readonly string[]): BulkExportProbe {
  return { totalPages: Math.ceil(Number(sourceIds.at(-1) ?? 0) / idsPerDeltaPage), perPage: idsPerDeltaPage, sourceIds };
}
