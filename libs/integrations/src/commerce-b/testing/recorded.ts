import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '../../testing/replaying-shop';
import { parseJson } from '../../store-http/parse-json';

export type Row = Record<string, unknown>;

/** A recorded exchange with a real shop. */
export function recording(name: string): Recording {
  return JSON.parse(readFileSync(join(__dirname, '../fixtures', `${name}.json`), 'utf8')) as Recording;
}

/** The rows of a recorded list, parsed like in the integration. */
export function recordedRows(name: string): Row[] {
  const body = parseJson(Buffer.from(recording(name).body)) as Record<string, Row[]>;
  return Object.values(body)[0] ?? [];
}

export function recordedRow(name: string, id: number): Row {
  const row = recordedRows(name).find((candidate) => candidate.id === id);
  if (!row) throw new Error(`${name} has no row ${id}`);
  return row;
}
