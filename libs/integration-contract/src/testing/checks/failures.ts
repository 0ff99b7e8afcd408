import { IntegrationRequestException, InvalidIntegrationResponseException } from '../../exceptions';
import type { ExportBatch } from '../../export-request';
import { bulkOperations, exportOf, failureOf, severalPages, strayConnection, withEachCapability } from '../exercises';
import type { ContractCheck, SpoiledResponse } from '../integration-under-test';
import { refusals, unreadableResponses } from '../spoiled-responses';

interface Failure {
  operation: string;
  cause: string;
  error: unknown;
}

const summary = ({ operation, cause, error }: Failure) => ({
  operation,
  cause,
  kind: error instanceof InvalidIntegrationResponseException ? 'invalid' : error instanceof IntegrationRequestException ? 'request' : error,
  status: error instanceof IntegrationRequestException ? error.status : undefined,
});

export const failureChecks: ContractCheck[] = [
  {
    title: 'an error status throws IntegrationRequestException with the status',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const response of refusals()) {
          await shop.spoil(response);
          for (const [operation, run] of bulkOperations(subject, shop, capability)) {
            const error = await failureOf(run, operation);
            const cause = String(response.status);
            expect(summary({ operation, cause, error })).toEqual({ operation, cause, kind: 'request', status: response.status });
          }
        }
        await shop.spoil(null);
      }),
  },
  {
    title: 'Retry-After of a 429 or 503 is passed on',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const status of [429, 503]) {
          await shop.spoil({ status, headers: { 'Retry-After': '7' }, body: '{}' });
          for (const [operation, run] of bulkOperations(subject, shop, capability)) {
            expect({ operation, error: await failureOf(run, operation) }).toMatchObject({
              operation,
              error: { status, retryAfterSeconds: 7 },
            });
          }
        }
        await shop.spoil(null);
      }),
  },
  {
    title: 'an unreadable response throws InvalidIntegrationResponseException',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const [cause, response] of unreadableResponses) {
          await shop.spoil(response);
          for (const [operation, run] of bulkOperations(subject, shop, capability)) {
            const error = await failureOf(run, operation);
            expect(summary({ operation, cause, error })).toMatchObject({ operation, cause, kind: 'invalid' });
          }
        }
        await shop.spoil(null);
      }),
  },
  {
    title: 'a dropped connection or an unreachable shop throws IntegrationRequestException',
    check: async (subject) => {
      await withEachCapability(subject, 1, async (shop, capability) => {
        const dropped: SpoiledResponse[] = ['reset', 'cut'];
        for (const response of dropped) {
          await shop.spoil(response);
          for (const [operation, run] of bulkOperations(subject, shop, capability)) {
            expect({ operation, error: await failureOf(run, operation) }).toEqual({
              operation,
              error: expect.any(IntegrationRequestException),
            });
          }
        }
        await shop.spoil(null);
      });
      await withEachCapability(subject, 1, async (shop, capability) => {
        await shop.vanish();
        for (const [operation, run] of bulkOperations(subject, shop, capability)) {
          expect({ operation, error: await failureOf(run, operation) }).toEqual({
            operation,
            error: expect.any(IntegrationRequestException),
          });
        }
      });
    },
  },
  {
    title: 'any other error is rethrown as InvalidIntegrationResponseException',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const [operation, run] of bulkOperations(subject, shop, capability)) {
          const error = await failureOf(() => run(strayConnection(shop.connection)), operation);
          expect({ operation, error }).toEqual({ operation, error: expect.any(InvalidIntegrationResponseException) });
        }
      }),
  },
  {
    title: 'a failure in the middle of an export delivers the earlier pages once, then throws',
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const batches: ExportBatch[] = [];
        const error = await failureOf(
          () =>
            shop.integration.streamBulkExport(shop.connection, exportOf(shop, capability), async (batch) => {
              batches.push(batch);
              await shop.spoil({ status: 500, body: '{}' });
            }),
          'streamBulkExport',
        );
        await shop.spoil(null);
        expect(summary({ operation: 'streamBulkExport', cause: 'page 2', error })).toMatchObject({ kind: 'request', status: 500 });
        expect(batches.map(({ page }) => page)).toEqual([1]);
      }),
  },
];
