import { exportInstant, modifiedAfterParameter } from './modified-after';

const instant = Date.UTC(2026, 0, 1);

it.each(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.999Z', '2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00', '2026-01-01'])(
  '%s is sent in whole UTC seconds',
  (modifiedAfter) => {
    expect(exportInstant(modifiedAfter)).toBe(instant);
    expect(modifiedAfterParameter(exportInstant(modifiedAfter))).toBe('2026-01-01T00:00:00Z');
  },
);
