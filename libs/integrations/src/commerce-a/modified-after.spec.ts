import { exportInstant, isModifiedAfter, modifiedAfterParameter } from './modified-after';

const instant = Date.UTC(2026, 0, 1);

it.each(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.999Z', '2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00', '2026-01-01'])(
  '%s is sent in whole UTC seconds',
  (modifiedAfter) => {
    expect(exportInstant(modifiedAfter)).toBe(instant);
    expect(modifiedAfterParameter(exportInstant(modifiedAfter))).toBe('2026-01-01T00:00:00Z');
  },
);

it.each<[object, boolean]>([
  [{ date_modified_gmt: '2026-01-01T00:00:01' }, true],
  [{ date_modified_gmt: '2026-01-01T00:00:00' }, false],
  [{ date_modified_gmt: '2025-12-31T23:59:59', date_created_gmt: '2026-06-01T00:00:00' }, false],
  // By UTC, not by the local date.
  [{ date_modified: '2026-01-01T01:00:00', date_modified_gmt: '2025-12-31T15:00:00' }, false],
  [{ date_created_gmt: '2026-01-01T00:00:01' }, true],
  [{ date_created_gmt: '2026-01-01T00:00:00' }, false],
  // Without a usable date, a row is kept.
  [{ date_modified: '2020-01-01T00:00:00', date_created_gmt: '2020-01-01T00:00:00' }, true],
  [{ date_modified_gmt: 'soon', date_modified: 'soon' }, true],
  [{}, true],
])('%j was modified after 2026-01-01: %s', (row, isModified) => {
  expect(isModifiedAfter({ ...row }, instant)).toBe(isModified);
});
