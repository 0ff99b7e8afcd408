import type { ExportRequest } from '@sync/integration-contract';
import { fieldsToLeaveOutBy } from './left-out';

/** Whether the platform lists only rows that were modified after the request's instant. It never filters customers. */
export function isFiltered({ capability, modifiedAfter }: ExportRequest): boolean {
  return modifiedAfter !== null && capability !== 'customers';
}

/** The fields of a list of ids: the id, those of its mark, and those that tell whether an export would bring the row. */
export function listedFields(request: ExportRequest): string {
  const ofMark = ['date_created_gmt', ...(isFiltered(request) ? ['date_modified_gmt'] : [])];
  return ['id', ...ofMark, ...fieldsToLeaveOutBy[request.capability]].join();
}
