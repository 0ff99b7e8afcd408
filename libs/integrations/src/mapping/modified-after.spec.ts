import { IntegrationRequestException } from '@sync/integration-contract';
import { parseModifiedAfter } from './modified-after';

it.each([
  ['2025-12-01T00:00:00Z', Date.UTC(2025, 11, 1)],
  ['2025-12-01T00:00:00z', Date.UTC(2025, 11, 1)],
  ['2025-12-01T00:00:00', Date.UTC(2025, 11, 1)],
  ['2025-12-01', Date.UTC(2025, 11, 1)],
  ['2025-12-01T02:00:00+02:00', Date.UTC(2025, 11, 1)],
  ['2025-11-30T22:00:00-02:00', Date.UTC(2025, 11, 1)],
])('%s is the instant %i', (text, instant) => {
  expect(parseModifiedAfter(text)).toBe(instant);
});

it.each(['yesterday', ''])('%j is refused', (text) => {
  expect(() => parseModifiedAfter(text)).toThrow(new IntegrationRequestException('The instant to export from is not an ISO 8601 date.'));
});
