import { parseModifiedAfter } from '../mapping/modified-after';

/** Cut to whole seconds: with a fraction, newer order tables ignore the Z. */
export function exportInstant(modifiedAfter: string): number {
  return Math.floor(parseModifiedAfter(modifiedAfter) / 1000) * 1000;
}

/** `2025-12-01T00:00:00Z`: every version of the platform understands this form as UTC. */
export function modifiedAfterParameter(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
