import { wantsLines } from './record-lines';

it.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/x-ndjson', true],
  ['Application/X-NDJSON; charset=utf-8', true],
  ['application/json, application/x-ndjson', true],
  ['application/json, application/x-ndjson;q=0.5', false],
  ['application/json;q=0.1, application/x-ndjson;q=0.5', true],
  ['application/x-ndjson;q=0', false],
  ['application/x-ndjson;q=none', false],
])('Accept: %s asks for lines: %s', (accept, expected) => expect(wantsLines(accept)).toBe(expected));
