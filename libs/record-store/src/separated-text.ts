/** Lines of fields as one text, with the separators that divide it. */
export interface SeparatedText {
  text: string;
  fieldSeparator: string;
  lineSeparator: string;
  nullMark: string;
}

type Line = readonly (string | null)[];

const separators = /[\x1d-\x1f]/;

/**
 * One parameter instead of one per field: both sides handle it in fewer steps than any other form measured (docs/decisions/005).
 * The separators are control characters; where a field holds one of these, longer ones are made that no field holds.
 * `isJson` tells by position which fields are JSON texts: these never hold a control character, and need not be looked through.
 */
export function toSeparatedText(lines: readonly Line[], isJson: readonly boolean[] = []): SeparatedText {
  const marked = lines.some((line) => line.some((field, index) => !isJson[index] && field !== null && separators.test(field)));
  const mark = marked ? unusedMark(lines) : '';
  const fieldSeparator = `\x1f${mark}`;
  const lineSeparator = `\x1e${mark}`;
  const nullMark = `\x1d${mark}`;
  const text = lines.map((line) => line.map((field) => field ?? nullMark).join(fieldSeparator)).join(lineSeparator);
  return { text, fieldSeparator, lineSeparator, nullMark };
}

function unusedMark(lines: readonly Line[]): string {
  let number = 0;
  while (lines.some((line) => line.some((field) => field?.includes(`mark${number}.`)))) {
    number += 1;
  }
  return `mark${number}.`;
}
