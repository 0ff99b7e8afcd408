import { createHash } from 'node:crypto';
import { InvalidIntegrationResponseException, type ListedRow } from '@sync/integration-contract';
import { asRow, sourceId, type PlatformRow } from './platform-values';

/** Enough for the largest numeric id. */
const idDigits = 20;

interface RowReaders {
  markOf: (row: PlatformRow, id: string | null) => string;
  /** No export brings such a row, so it does not count as existing. */
  isLeftOut: (row: PlatformRow) => boolean;
}

/** Sorts increasing numeric ids in order of assignment, and other ids as text. */
export function idMark(id: string | null): string {
  return id?.padStart(idDigits, '0') ?? '';
}

/** A row's key is its id; that of a row that is left out is no id. A row without id is identified by a hash of its content. */
export function listedRows(rows: readonly unknown[], { markOf, isLeftOut }: RowReaders): ListedRow[] {
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
