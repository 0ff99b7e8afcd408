import { parseModifiedAfter } from '../mapping/modified-after';
import { dateText, type PlatformRow } from '../mapping/platform-values';
import { utcMilliseconds } from '../mapping/utc-time';

/** Cut to whole seconds: with a fraction, newer order tables ignore the Z. */
export function exportInstant(modifiedAfter: string): number {
  return Math.floor(parseModifiedAfter(modifiedAfter) / 1000) * 1000;
}

/** `2025-12-01T00:00:00Z`: every version of the platform understands this form as UTC. */
export function modifiedAfterParameter(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/**
 * Compares UTC dates, exclusively like the platform. A row that was never modified counts by its creation; a row without a usable
 * date is kept.
 */
export function isModifiedAfter(row: PlatformRow, instant: number): boolean {
  const modified = utcMilliseconds(row.date_modified_gmt);
  if (modified !== null) return modified > instant;
  if (dateText(row.date_modified) !== null) return true;
  const created = utcMilliseconds(row.date_created_gmt);
  return created === null || created > instant;
}
