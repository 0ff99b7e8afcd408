import { VerificationResult } from '../../verification-result';
import { ofShop, strayConnection } from '../exercises';
import type { ContractCheck } from '../integration-under-test';
import { refusals, unreadableResponses } from '../spoiled-responses';

const failed = { successful: false, externalUserId: null };

function expectFailed(result: VerificationResult, when: string): void {
  expect({ when, result }).toEqual({ when, result: expect.any(VerificationResult) });
  expect({ when, result }).toMatchObject({ when, result: failed });
}

export const verificationChecks: ContractCheck[] = [
  ofShop('verify succeeds with valid credentials and returns the account id', async ({ integration, connection }) => {
    const result = await integration.verify(connection);
    expect(result).toBeInstanceOf(VerificationResult);
    const { plugin } = result;
    expect(result).toEqual({
      successful: true,
      externalUserId: expect.stringMatching(/\S/),
      message: null,
      failure: null,
      reason: null,
      plugin,
    });
  }),

  ofShop('verify fails with refused credentials', async ({ integration, refusedConnection }) =>
    expectFailed(await integration.verify(refusedConnection), 'refused credentials'),
  ),

  ofShop('verify fails, without throwing, when the shop is unreachable', async (shop) => {
    await shop.vanish();
    expectFailed(await shop.integration.verify(shop.connection), 'unreachable');
  }),

  ofShop('verify fails, without throwing, when the shop returns an error or drops the connection', async (shop) => {
    for (const response of [...refusals(), 'reset' as const]) {
      await shop.spoil(response);
      expectFailed(await shop.integration.verify(shop.connection), JSON.stringify(response));
    }
  }),

  ofShop('verify never throws on an unreadable response', async (shop) => {
    for (const [kind, response] of [...unreadableResponses, ['a cut response', 'cut'] as const]) {
      await shop.spoil(response);
      const result = await shop.integration.verify(shop.connection);
      expect({ kind, result }).toEqual({ kind, result: expect.any(VerificationResult) });
      // A home page or a captcha: no platform speaks HTML to a service.
      if (kind.includes('page')) expectFailed(result, kind);
    }
  }),

  ofShop('verify fails, without throwing, when the credential check throws', async ({ integration, connection }) =>
    expectFailed(await integration.verify(strayConnection(connection)), 'the check throws'),
  ),
];
