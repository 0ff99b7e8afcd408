import { IntegrationRequestException, InvalidIntegrationResponseException } from '../../exceptions';
import type { ExportBatch } from '../../export-request';
import type { IntegrationConnection } from '../../integration-connection';
import { failureOf, ofEachCapability, strayConnection, withEachCapability, type Exercise } from '../exercises';
import type { ContractCheck, SpoiledResponse } from '../integration-under-test';
import { refusals, unreadableResponses } from '../spoiled-responses';

type FailingResponse = readonly [cause: string, response: SpoiledResponse, expected: object];

function summary(error: unknown): object {
  if (!(error instanceof IntegrationRequestException)) return { kind: error };
  const kind = error instanceof InvalidIntegrationResponseException ? 'invalid' : 'request';
  return { kind, isRequestException: true, status: error.status, retryAfterSeconds: error.retryAfterSeconds };
}

/** Each bulk operation throws this. */
async function expectFailures(exercise: Exercise, cause: string, expected: object, connection?: IntegrationConnection): Promise<void> {
  for (const [operation, run] of exercise.bulkOperations()) {
    const error = await failureOf(() => run(connection), operation);
    expect({ operation, cause, ...summary(error) }).toMatchObject({ operation, cause, ...expected });
  }
}

/** A rule about shops that respond like this to everything. */
function ofResponses(title: string, responses: readonly FailingResponse[]): ContractCheck {
  return ofEachCapability(title, { records: () => [1] }, async (exercise) => {
    for (const [cause, response, expected] of responses) {
      await exercise.shop.spoil(response);
      await expectFailures(exercise, cause, expected);
    }
    await exercise.shop.spoil(null);
  });
}

const dropped = ofResponses(
  'a dropped connection or an unreachable shop throws IntegrationRequestException',
  (['reset', 'cut'] as const).map((response) => [response, response, { isRequestException: true }]),
);

export const failureChecks: ContractCheck[] = [
  ofResponses(
    'an error status throws IntegrationRequestException with the status',
    refusals().map((response) => [String(response.status), response, { kind: 'request', status: response.status }]),
  ),

  ofResponses(
    'Retry-After of a 429 or 503 is passed on',
    [429, 503].map((status) => [`${status}`, { status, headers: { 'Retry-After': '7' }, body: '{}' }, { status, retryAfterSeconds: 7 }]),
  ),

  ofResponses(
    'an unreadable response throws InvalidIntegrationResponseException',
    unreadableResponses.map(([cause, response]) => [cause, response, { kind: 'invalid' }]),
  ),

  {
    title: dropped.title,
    check: async (subject) => {
      await dropped.check(subject);
      await withEachCapability(subject, 1, async (exercise) => {
        await exercise.shop.vanish();
        await expectFailures(exercise, 'vanished', { isRequestException: true });
      });
    },
  },

  ofEachCapability('any other error is rethrown as InvalidIntegrationResponseException', { records: () => [1] }, (exercise) =>
    expectFailures(exercise, 'a stray error', { kind: 'invalid' }, strayConnection(exercise.shop.connection)),
  ),

  ofEachCapability('a failure in the middle of an export delivers the earlier pages once, then throws', {}, async (exercise) => {
    const { shop } = exercise;
    const batches: ExportBatch[] = [];
    const stream = () =>
      shop.integration.streamBulkExport(shop.connection, exercise.request(), async (batch) => {
        batches.push(batch);
        await shop.spoil({ status: 500, body: '{}' });
      });
    const error = await failureOf(stream, 'streamBulkExport');
    await shop.spoil(null);
    expect(summary(error)).toMatchObject({ kind: 'request', status: 500 });
    expect(batches.map(({ page }) => page)).toEqual([1]);
  }),
];
