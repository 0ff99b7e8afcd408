import { join } from 'node:path';

interface Advisories {
  verdictOf(report: object | null, isRequired: boolean): { isGreen: boolean; line: string };
}

const { verdictOf } = jest.requireActual<Advisories>(join(__dirname, '../../../.ci/advisories.mjs'));

describe('advisories', () => {
  const audited = (high: number) => ({ vulnerabilities: {}, metadata: { vulnerabilities: { low: 3, moderate: 2, high, critical: 0 } } });

  it.each([
    ['none', audited(0), true, true],
    ['a high one', audited(1), false, false],
    ['a registry that does not list advisories', { statusCode: 405, error: {} }, false, true],
    ['the same where the list is required', { statusCode: 405, error: {} }, true, false],
  ])('%s: the gate passes or fails accordingly', (_, report, isRequired, isGreen) => {
    expect(verdictOf(report, isRequired)).toMatchObject({ isGreen });
  });
});
