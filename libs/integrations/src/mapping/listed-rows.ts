import { createHash } from 'node:crypto';
import { InvalidIntegrationResponseException, type ListedRow } from '@sync/integration-contract';
import { asRow, sourceId, type PlatformRow } from './platform-values';

/** Enough for the largest numeric id. */
const idDigits = 20;

/** Sorts increasing numeric ids in order of assignment, and other ids as text. */
export function idMark(id: string | null): string {
  return id?.padStart(idDigits, '0') ?? '';
}

/**
 * A row's key is its id, and without one a hash of its content. `isLeftOut`: no export brings such a row, so it does not count as
 * existing, and its key is no id. Default: every row counts.
 */
export function listedRows(
  rows: readonly unknown[],
  markOf: (row: PlatformRow, id: string | null) => string,
  isLeftOut: (row: PlatformRow) => boolean = () => false,
): ListedRow[] {
  return rows.map((value) => {
    const row = asRow(value) ?? {};
    const id = sourceId(row.id);
    const key = id ?? `no id ${createHash('sha256').update(JSON.stringify(value)).digest('base64')}`;
    return { key: isLeftOut(row) ? `left out ${key}` : key, mark: markOf(row, id) };
  });
}

export function newestMark(marks: readonly string[]): string {
  return marks.reduce((newest, mark) => (mark > newest ? mark : newest), '');
}

/** The rows with these ids. Throws if the response lacks some and holds others: then it says nothing about those that it lacks. */
export function rowsAskedFor(rows: readonly unknown[], ids: readonly string[], what: string): unknown[] {
  const asked = new Set(ids);
  const found = rows.filter((row) => asked.has(sourceId(asRow(row)?.id) ?? ''));
  if (found.length === rows.length) return found;
  if (new Set(found.map((row) => sourceId(asRow(row)?.id))).size === asked.size) return found;
  throw new InvalidIntegrationResponseException(`The shop responded to ${what} with other rows than asked for.`);
}
