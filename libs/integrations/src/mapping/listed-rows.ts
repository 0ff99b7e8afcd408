import { createHash } from 'node:crypto';
import type { ListedRow } from '@sync/integration-contract';
import { asRow, sourceId, type PlatformRow } from './platform-values';

/** Digits of the largest id that a platform gives. */
const idDigits = 20;

/** Ids that a platform counts up, in the order in which it gave them; what is no number follows in the order of its text. */
export function idMark(id: string | null): string {
  return id?.padStart(idDigits, '0') ?? '';
}

/** A row without id is told from others by all that it holds; only a hash of it is kept. */
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
