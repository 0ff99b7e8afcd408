import { IntegrationRequestException, InvalidIntegrationResponseException } from '../../exceptions';
import type { ExportBatch } from '../../export-request';
import { bulkOperations, exportOf, failureOf, severalPages, strayConnection, withEachCapability } from '../exercises';
import type { ContractCheck, SpoiledAnswer } from '../integration-under-test';
import { refusals, unreadableAnswers } from '../spoiled-answers';

interface Told {
  operation: string;
  cause: string;
  error: unknown;
}

const told = ({ operation, cause, error }: Told) => ({
  operation,
  cause,
  kind: error instanceof InvalidIntegrationResponseException ? 'invalid' : error instanceof IntegrationRequestException ? 'request' : error,
  status: error instanceof IntegrationRequestException ? error.status : undefined,
});

export const failureChecks: ContractCheck[] = [
  {
    title: 'Any answer that is no success raises IntegrationRequestException carrying the HTTP status',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const answer of refusals()) {
          await shop.spoil(answer);
          for (const [operation, run] of bulkOperations(subject, shop, capability)) {
            const error = await failureOf(run, operation);
            const cause = String(answer.status);
            expect(told({ operation, cause, error })).toEqual({ operation, cause, kind: 'request', status: answer.status });
          }
        }
        await shop.spoil(null);
      }),
  },
  {
    title: 'How long a shop asks to wait is told: 429 or 503 with Retry-After',
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
    title: 'An answer that cannot be read raises InvalidIntegrationResponseException',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const [cause, answer] of unreadableAnswers) {
          await shop.spoil(answer);
          for (const [operation, run] of bulkOperations(subject, shop, capability)) {
            const error = await failureOf(run, operation);
            expect(told({ operation, cause, error })).toMatchObject({ operation, cause, kind: 'invalid' });
          }
        }
        await shop.spoil(null);
      }),
  },
  {
    title: 'A shop that breaks the connection or is away raises IntegrationRequestException',
    check: async (subject) => {
      await withEachCapability(subject, 1, async (shop, capability) => {
        const broken: SpoiledAnswer[] = ['reset', 'cut'];
        for (const answer of broken) {
          await shop.spoil(answer);
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
    title: 'Any failure that is not already an IntegrationRequestException is re-raised as InvalidIntegrationResponseException',
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        for (const [operation, run] of bulkOperations(subject, shop, capability)) {
          const error = await failureOf(() => run(strayConnection(shop.connection)), operation);
          expect({ operation, error }).toEqual({ operation, error: expect.any(InvalidIntegrationResponseException) });
        }
      }),
  },
  {
    title: 'A shop that fails in the middle of an export: the pages before it were handed over once, and the failure is raised',
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
        expect(told({ operation: 'streamBulkExport', cause: 'page 2', error })).toMatchObject({ kind: 'request', status: 500 });
        expect(batches.map(({ page }) => page)).toEqual([1]);
      }),
  },
];
