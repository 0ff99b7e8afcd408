import { VerificationResult } from '../../verification-result';
import { strayConnection, withShop } from '../exercises';
import type { ContractCheck, SpoiledResponse } from '../integration-under-test';
import { unreadableResponses, refusals } from '../spoiled-responses';

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
    title: 'verify succeeds with valid credentials and returns the account id',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        const result = await integration.verify(connection);
        expect(result).toBeInstanceOf(VerificationResult);
        expect(result).toEqual({
          successful: true,
          externalUserId: expect.stringMatching(/\S/),
          message: null,
          failure: null,
          reason: null,
        });
      }),
  },
  {
    title: 'verify fails with refused credentials',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, refusedConnection }) => {
        expectFailed(await integration.verify(refusedConnection), 'refused credentials');
      }),
  },
  {
    title: 'verify fails, without throwing, when the shop is unreachable',
    check: (subject) =>
      withShop(subject, 1, async (shop) => {
        await shop.vanish();
        expectFailed(await shop.integration.verify(shop.connection), 'unreachable');
      }),
  },
  {
    title: 'verify fails, without throwing, when the shop returns an error or drops the connection',
    check: (subject) =>
      withShop(subject, 1, async (shop) => {
        const responses: SpoiledResponse[] = [...refusals(), 'reset'];
        for (const response of responses) {
          await shop.spoil(response);
          expectFailed(await shop.integration.verify(shop.connection), JSON.stringify(response));
        }
      }),
  },
  {
    title: 'verify never throws on an unreadable response',
    check: (subject) =>
      withShop(subject, 1, async (shop) => {
        for (const [kind, response] of [...unreadableResponses, ['a cut response', 'cut'] as const]) {
          await shop.spoil(response);
          const result = await shop.integration.verify(shop.connection);
          expect({ kind, result }).toEqual({ kind, result: expect.any(VerificationResult) });
          // A home page or a captcha: no platform speaks HTML to a service.
          if (kind.includes('page')) expectFailed(result, kind);
        }
      }),
  },
  {
    title: 'verify fails, without throwing, when the credential check throws',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        expectFailed(await integration.verify(strayConnection(connection)), 'the check throws');
      }),
  },
];
