import * as fc from 'fast-check';
import { toSeparatedText } from './separated-text';

/** What Postgres' string_to_array makes of the text. */
function split({ text, fieldSeparator, lineSeparator, nullMark }: ReturnType<typeof toSeparatedText>): (string | null)[][] {
  return text.split(lineSeparator).map((line) => line.split(fieldSeparator).map((field) => (field === nullMark ? null : field)));
}

describe('fields as one separated text', () => {
  it('can be divided into the same fields, whatever they hold', () => {
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

  it('is an empty text for no line', () => {
    expect(toSeparatedText([]).text).toBe('');
  });
});
