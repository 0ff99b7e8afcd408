import { indented } from './indented';

describe('a payload on several lines', () => {
  it('keeps each value as it was written: long numbers, escapes and texts with brackets', () => {
    const text = String.raw`{"id":12345678901234567890,"url":"https:\/\/a.example\/{1,2}","tags":[ ],"lines":[{"total":"1.50"},null]}`;
    expect(indented(text)).toBe(String.raw`{
  "id": 12345678901234567890,
  "url": "https:\/\/a.example\/{1,2}",
  "tags": [ ],
  "lines": [
    {
      "total": "1.50"
    },
    null
  ]
}`);
  });

  it.each(['webhook_id=17', '{"id":', '', `"${'x'.repeat(200_000)}"`])('leaves text that is no JSON, or too long, as it is', (text) =>
    expect(indented(text)).toBe(text),
  );

  it('leaves nothing of the text in the memory of the last match', () => {
    indented('{"email":"ada@mail.example"}');
    expect((RegExp as unknown as { input: string }).input).toBe('-');
  });

  it('does not grow beyond measure with the depth of the text', () => {
    const deep = '['.repeat(2_000) + '1' + ']'.repeat(2_000);
    expect(indented(deep).length).toBeLessThan(deep.length * 85);
  });
});
