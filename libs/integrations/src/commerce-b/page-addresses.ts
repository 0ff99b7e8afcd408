import type { AddressData } from '@sync/records';
import type { IntegrationConnection } from '@sync/integration-contract';
import type { PlatformRow } from '../mapping/platform-values';
import { mapAddress } from './address.mapping';
import { idFilters } from './id-filters';
import type { Lookups } from './lookups';
import { onlyRows, referenceTo } from './shop-values';
import type { Webservice } from './webservice';

/** The addresses of the orders of one page, by id. */
export async function addressesOf(
  orders: readonly PlatformRow[],
  what: string,
  { webservice, connection, lookups }: { webservice: Webservice; connection: IntegrationConnection; lookups: Lookups },
): Promise<ReadonlyMap<string, AddressData | null>> {
  const ids = orders.flatMap((row) => [row.id_address_invoice, row.id_address_delivery]).flatMap((id) => referenceTo(id) ?? []);
  const rows: PlatformRow[] = [];
  for (const filter of idFilters(ids)) {
    const found = await webservice.rows(connection, {
      resource: 'addresses',
      parameters: { 'filter[id]': filter, display: 'full' },
      what: `the addresses of ${what}`,
    });
    rows.push(...onlyRows(found));
  }
  const hasRegions = rows.some((row) => referenceTo(row.id_state) !== null);
  const countries = rows.length > 0 ? await lookups.countries() : new Map<string, string>();
  const regions = hasRegions ? await lookups.regions() : new Map<string, string>();
  return new Map(rows.map((row) => [referenceTo(row.id) ?? '', mapAddress(row, { countries, regions })]));
}
