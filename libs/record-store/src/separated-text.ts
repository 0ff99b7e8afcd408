/** Rows of fields as one text, with its separators. */
export interface SeparatedText {
  text: string;
  fieldSeparator: string;
  rowSeparator: string;
  nullMark: string;
}

type Row = readonly (string | null)[];

const separators = /[\x1d-\x1f]/;

/**
 * One parameter instead of one per field is the fastest form measured (docs/decisions/005-records.md). The separators are control
 * characters; if a field contains one, longer separators are used that no field contains.
 * `isJson` marks the fields that are JSON text: these never contain control characters and are not searched.
 */
export function toSeparatedText(rows: readonly Row[], isJson: readonly boolean[] = []): SeparatedText {
  const marked = rows.some((row) => row.some((field, index) => !isJson[index] && field !== null && separators.test(field)));
  const mark = marked ? unusedMark(rows) : '';
  const fieldSeparator = `\x1f${mark}`;
  const rowSeparator = `\x1e${mark}`;
  const nullMark = `\x1d${mark}`;
  const text = rows.map((row) => row.map((field) => field ?? nullMark).join(fieldSeparator)).join(rowSeparator);
  return { text, fieldSeparator, rowSeparator, nullMark };
}

function unusedMark(rows: readonly Row[]): string {
  let number = 0;
  while (rows.some((row) => row.some((field) => field?.includes(`mark${number}.`)))) {
    number += 1;
  }
  return `mark${number}.`;
}
