import type { ExportRequest } from '@sync/integration-contract';
import { fieldsToLeaveOutBy } from './left-out';

/** Whether the platform lists only rows that were modified after the request's instant. It never filters customers. */
export function isFiltered({ capability, modifiedAfter }: ExportRequest): boolean {
  return modifiedAfter !== null && capability !== 'customers';
}

/** Whether the changes are found here, by ids and dates: the platform has no filter for this list and would give all of every row. */
export function isFilteredHere({ capability, modifiedAfter, content }: ExportRequest): boolean {
  return modifiedAfter !== null && content !== 'ids' && capability === 'customers';
}

/** Whether its pages are asked for a few fields of each row. */
export function isShortList(request: ExportRequest): boolean {
  return request.content === 'ids' || isFilteredHere(request);
}

/**
 * The fields of a short list: the id, those of its mark, that of a change where it matters, and those that tell whether an export would
 * bring the row.
 */
export function listedFields(request: ExportRequest): string {
  const ofChange = request.modifiedAfter !== null && (isFiltered(request) || isFilteredHere(request)) ? ['date_modified_gmt'] : [];
  return ['id', 'date_created_gmt', ...ofChange, ...fieldsToLeaveOutBy[request.capability]].join();
}
