import { bulkExportBreaches } from './breaches/bulk-export';
import { failuresBreaches } from './breaches/failures';
import { listsBreaches } from './breaches/lists';
import { pageRangesBreaches } from './breaches/page-ranges';
import { recordsBreaches } from './breaches/records';
import { secretsBreaches } from './breaches/secrets';
import { verificationBreaches } from './breaches/verification';
import { webhooksBreaches } from './breaches/webhooks';
import { checksFor, contractSections } from './contract-checks';
import { describeIntegration } from './describe-integration';
import { paperIntegration } from './paper/paper-integration';

const breaches = {
  ...verificationBreaches,
  ...bulkExportBreaches,
  ...pageRangesBreaches,
  ...listsBreaches,
  ...failuresBreaches,
  ...recordsBreaches,
  ...secretsBreaches,
  ...webhooksBreaches,
};

describeIntegration('A platform with everything that the contract offers', paperIntegration());
describeIntegration('A platform with what is required and nothing else', paperIntegration({ minimal: true }));
describeIntegration(
  'A platform that ignores modifiedAfter',
  paperIntegration({
    subject: { modifiedAfter: 'ignored' },
    platform: ({ fetchPages }) => ({
      fetchPages: (connection, request, onBatch) => fetchPages(connection, { ...request, modifiedAfter: null }, onBatch),
    }),
  }),
);

const checks = contractSections.flatMap((section) => section.checks);

describe('Each check bites', () => {
  it('every check has an integration that it must refuse', () => {
    expect(Object.keys(breaches).sort()).toEqual(checks.map(({ title }) => title).sort());
  });

  it('every check is made of some platform', () => {
    const made = [{}, { minimal: true }, { subject: { modifiedAfter: 'ignored' as const } }].flatMap((breach) =>
      checksFor(paperIntegration(breach)),
    );
    expect(new Set(made.flatMap((section) => section.checks.map(({ title }) => title))).size).toBe(checks.length);
  });

  describe.each(Object.entries(breaches))('%s', (title, cases) => {
    it.each(cases)('refused: it %s', async (_how, breach) => {
      const subject = paperIntegration(breach);
      const { check, appliesTo } = checks.find((candidate) => candidate.title === title)!;
      expect(appliesTo?.(subject) ?? true).toBe(true);
      const refusal = await check(subject).then(
        () => null,
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(Error);
      // A slip in the breach itself would be refused too, and prove nothing.
      expect(refusal).not.toBeInstanceOf(TypeError);
    });
  });
});
