import { VerificationResult } from '../../verification-result';
import { strayConnection, withShop } from '../exercises';
import type { ContractCheck, SpoiledAnswer } from '../integration-under-test';
import { unreadableAnswers, refusals } from '../spoiled-answers';

const expectFailed = (result: VerificationResult, when: string): void => {
  expect({ when, result }).toEqual({ when, result: expect.any(VerificationResult) });
  expect({ when, successful: result.successful, externalUserId: result.externalUserId }).toEqual({
    when,
    successful: false,
    externalUserId: null,
  });
};

export const verificationChecks: ContractCheck[] = [
  {
    title: 'verify of right credentials succeeds and resolves the account identifier',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        const result = await integration.verify(connection);
        expect(result).toBeInstanceOf(VerificationResult);
        expect(result).toEqual({ successful: true, externalUserId: expect.stringMatching(/\S/), message: null });
      }),
  },
  {
    title: 'verify of credentials that the shop refuses is a failed result',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, refusedConnection }) => {
        expectFailed(await integration.verify(refusedConnection), 'the credentials are wrong');
      }),
  },
  {
    title: 'verify never raises: a shop that is away',
    check: (subject) =>
      withShop(subject, 1, async (shop) => {
        await shop.vanish();
        expectFailed(await shop.integration.verify(shop.connection), 'the shop is away');
      }),
  },
  {
    title: 'verify never raises: a shop that answers with an error, or breaks the connection',
    check: (subject) =>
      withShop(subject, 1, async (shop) => {
        const answers: SpoiledAnswer[] = [...refusals(), 'reset'];
        for (const answer of answers) {
          await shop.spoil(answer);
          expectFailed(await shop.integration.verify(shop.connection), JSON.stringify(answer));
        }
      }),
  },
  {
    title: 'verify never raises: a shop that answers with garbage',
    check: (subject) =>
      withShop(subject, 1, async (shop) => {
        for (const [kind, answer] of [...unreadableAnswers, ['a cut answer', 'cut'] as const]) {
          await shop.spoil(answer);
          const result = await shop.integration.verify(shop.connection);
          expect({ kind, result }).toEqual({ kind, result: expect.any(VerificationResult) });
          // A home page, a captcha: no platform speaks HTML to a service.
          if (kind.includes('page')) expectFailed(result, kind);
        }
      }),
  },
  {
    title: 'verify converts any failure in the credential check into a failed VerificationResult: the check may simply raise',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        expectFailed(await integration.verify(strayConnection(connection)), 'the check raises');
      }),
  },
];
