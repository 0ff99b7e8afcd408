import type { ListComparison } from '@sync/record-store';

/** In a small shop few records are many percent. */
const maxUnasked = 5;

/**
 * A shop restored from a backup, a key that sees less or an empty list must not empty what callers keep: more than the percentage of a
 * kind, or all of it, is deleted only on confirmation. Up to five are deleted, unless they are all.
 */
export function isTooMany({ live, due }: ListComparison, maxPercent: number): boolean {
  return due > 0 && (due === live || (due > maxUnasked && due * 100 > live * maxPercent));
}
