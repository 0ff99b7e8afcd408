import { createHash } from 'node:crypto';
import type { ListedRow } from '@sync/integration-contract';
import { asRow, sourceId, type PlatformRow } from './platform-values';

/** Enough for the largest numeric id. */
const idDigits = 20;

/** Sorts increasing numeric ids in order of assignment, and other ids as text. */
export function idMark(id: string | null): string {
  return id?.padStart(idDigits, '0') ?? '';
}

/** A row without id is identified by a hash of its content. */
export function listedRows(rows: readonly unknown[], markOf: (row: PlatformRow, id: string | null) => string): ListedRow[] {
  return rows.map((value) => {
    const row = asRow(value) ?? {};
    const id = sourceId(row.id);
    return { key: id ?? `no id ${createHash('sha256').update(JSON.stringify(value)).digest('base64')}`, mark: markOf(row, id) };
  });
}

export function newestMark(marks: readonly string[]): string {
  return marks.reduce((newest, mark) => (mark > newest ? mark : newest), '');
}
