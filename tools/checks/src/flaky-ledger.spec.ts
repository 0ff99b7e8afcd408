import { join } from 'node:path';

interface Entry {
  suite: string;
  firstSeen: string;
  reason: string;
  owner: string;
}
interface Ledger {
  ledgerFaults(entries: Partial<Entry>[], today: string, suiteExists: (suite: string) => boolean): string[];
  judgeFlakySuites(entries: Entry[], flakySuites: string[], today: string): { repeated: string[]; newEntries: Entry[] };
}

const { ledgerFaults, judgeFlakySuites } = jest.requireActual<Ledger>(join(__dirname, '../../../.ci/flaky-ledger.mjs'));

const today = '2026-11-22';
const entry: Entry = { suite: 'a.spec.ts', firstSeen: '2026-11-20', reason: 'port taken', owner: 'Ada' };
const exists = () => true;

describe('the ledger of flaky suites', () => {
  it.each<[string, Partial<Entry>[]]>([
    ['is empty', []],
    ['has an entry of today', [{ ...entry, firstSeen: today }]],
    ['has an entry that is 14 days old', [{ ...entry, firstSeen: '2026-11-08' }]],
    ['has two suites', [entry, { ...entry, suite: 'b.spec.ts' }]],
  ])('passes when it %s', (_, entries) => {
    expect(ledgerFaults(entries, today, exists)).toEqual([]);
  });

  it.each<[string, Partial<Entry>[], string]>([
    ['lists a suite twice', [entry, { ...entry, firstSeen: today }], 'a.spec.ts is listed twice: repair it'],
    [
      'has an entry that is 15 days old',
      [{ ...entry, firstSeen: '2026-11-07' }],
      'a.spec.ts has been flaky since 2026-11-07, longer than 14 days: repair it',
    ],
    ['has a date in the future', [{ ...entry, firstSeen: '2026-11-23' }], 'a.spec.ts needs a firstSeen date that is not in the future'],
    ['has no date', [{ ...entry, firstSeen: 'lately' }], 'a.spec.ts needs a firstSeen date that is not in the future'],
    ['has no reason', [{ ...entry, reason: '' }], 'a.spec.ts needs a reason and an owner'],
    ['has no owner', [{ ...entry, owner: undefined }], 'a.spec.ts needs a reason and an owner'],
  ])('fails when it %s', (_, entries, fault) => {
    expect(ledgerFaults(entries, today, exists)).toEqual([fault]);
  });

  it('fails when a suite is gone', () => {
    expect(ledgerFaults([entry], today, () => false)).toEqual(['a.spec.ts does not exist: remove its entry']);
  });
});

describe('a suite that passes only on its rerun', () => {
  it('gets the entry to commit the first time', () => {
    const { repeated, newEntries } = judgeFlakySuites([entry], ['b.spec.ts'], today);
    expect(repeated).toEqual([]);
    expect(newEntries).toMatchObject([{ suite: 'b.spec.ts', firstSeen: today }]);
    expect(ledgerFaults([entry, ...newEntries], today, exists)).toEqual([]);
  });

  it('is reported as repeated when the ledger lists it', () => {
    expect(judgeFlakySuites([entry], ['a.spec.ts', 'b.spec.ts'], today)).toMatchObject({
      repeated: ['a.spec.ts'],
      newEntries: [{ suite: 'b.spec.ts' }],
    });
  });
});
