import { IntegrationRequestException } from '@sync/integration-contract';
import { dateText, type PlatformRow } from '../mapping/platform-values';
import { utcMilliseconds } from './record-dates';

/** Epoch milliseconds of an instant of the bulk sync, cut to whole seconds: with a fraction, newer order tables ignore the Z. */
export function asInstant(modifiedAfter: string): number {
  const instant = Date.parse(
    /[zZ]|[+-]\d\d:?\d\d$/.test(modifiedAfter) || !modifiedAfter.includes('T') ? modifiedAfter : `${modifiedAfter}Z`,
  );
  if (Number.isNaN(instant)) throw new IntegrationRequestException('The instant to export from is not an ISO 8601 date.');
  return Math.floor(instant / 1000) * 1000;
}

/** `2025-12-01T00:00:00Z`: the form that every version of the platform understands as UTC. */
export function modifiedAfterParameter(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/**
 * Whether a row was modified after the instant, by its UTC twin dates (exclusively, as the platform compares). A row that
 * was never modified counts by its creation; one that does not say when is kept.
 */
export function isModifiedAfter(row: PlatformRow, instant: number): boolean {
  const modified = utcMilliseconds(row.date_modified_gmt);
  if (modified !== null) return modified > instant;
  if (dateText(row.date_modified) !== null) return true;
  const created = utcMilliseconds(row.date_created_gmt);
  return created === null || created > instant;
}
