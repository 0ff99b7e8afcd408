import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import type { RunMemory } from '../runs/run-memory';

/** The number of requests for rows that the shop cannot return at once. */
const pieces = 5;
/** After this many such pages, a run requests all further ones in pieces. */
const maxFailedPages = 2;

type FetchRows = (from: number, count: number) => Promise<unknown[]>;

/** A page of large rows can exceed the shop's memory or the maximum response size. Such a page is requested in pieces. */
export async function atOnceOrInPieces(count: number, memory: RunMemory, fetch: FetchRows): Promise<unknown[]> {
  if (memory.pagesInPieces < maxFailedPages) {
    try {
      return await fetch(0, count);
    } catch (error) {
      if (!isTooMuchAtOnce(error) || count === 1) throw error;
    }
  }
  const rows: unknown[] = [];
  const size = Math.ceil(count / pieces);
  for (let from = 0; from < count; from += size) rows.push(...(await fetch(from, Math.min(size, count - from))));
  memory.pagesInPieces += 1;
  return rows;
}

/** A shop that runs out of memory returns a bare 500. A response above the size limit is aborted and has no status. */
export function isTooMuchAtOnce(error: unknown): boolean {
  if (!(error instanceof IntegrationRequestException)) return false;
  return error.status === 500 || (error instanceof InvalidIntegrationResponseException && error.status === null);
}
