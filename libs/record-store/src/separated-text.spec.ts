import * as fc from 'fast-check';
import { toSeparatedText } from './separated-text';

/** Splits like Postgres' string_to_array. */
function split({ text, fieldSeparator, rowSeparator, nullMark }: ReturnType<typeof toSeparatedText>): (string | null)[][] {
  return text.split(rowSeparator).map((line) => line.split(fieldSeparator).map((field) => (field === nullMark ? null : field)));
}

describe('toSeparatedText', () => {
  it('round-trips any fields', () => {
    const field = fc.option(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('\x1d', '\x1e', '\x1f', 'mark0.', 'mark1.', 'a') })),
    );
    const lines = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));
    fc.assert(
      fc.property(lines, (fields) => {
        expect(split(toSeparatedText(fields))).toEqual(fields);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['no separator', [['a', null]], [], ''],
    ['a separator', [['a\x1f', null]], [], 'mark0.'],
    ['a separator and the first marks', [['\x1d', 'mark0. mark1.']], [], 'mark2.'],
    ['something like a separator in JSON only, which escapes it', [['{"a":"\x1f"}']], [true], ''],
  ])('uses longer separators only if needed: with %s', (_name, rows, isJson, mark) => {
    const separators = { fieldSeparator: `\x1f${mark}`, rowSeparator: `\x1e${mark}`, nullMark: `\x1d${mark}` };
    expect(toSeparatedText(rows, isJson)).toMatchObject(separators);
  });

  it('is empty without rows', () => {
    expect(toSeparatedText([]).text).toBe('');
  });
});
