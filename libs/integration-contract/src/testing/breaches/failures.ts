import { IntegrationRequestException } from '../../exceptions';
import type { ExportBatch } from '../../export-request';
import { ofIntegration, ofPages, swallowing, losingDetails, keyOf, type Breaches } from './breach';

const unwrapped = ofIntegration((honest) => ({
  streamBulkExport: async (connection, request, onBatch) => {
    keyOf(connection);
    await honest.streamBulkExport(connection, request, onBatch);
  },
}));

export const failuresBreaches: Breaches = {
  'Any answer that is no success raises IntegrationRequestException carrying the HTTP status': [
    ['takes it for the end', swallowing(() => true)],
    ['loses the status', losingDetails],
    ['follows redirects', swallowing((error) => [301, 302].includes(Number(error.status)))],
  ],
  'How long a shop asks to wait is told: 429 or 503 with Retry-After': [
    [
      'loses it',
      ofIntegration((honest) => ({
        probeBulkExport: (...given) =>
          honest.probeBulkExport(...given).catch((error: IntegrationRequestException) => {
            throw new IntegrationRequestException(error.message, { status: error.status ?? undefined });
          }),
      })),
    ],
  ],
  'An answer that cannot be read raises InvalidIntegrationResponseException': [
    ['takes it for an empty page', swallowing((error) => [200, 202].includes(Number(error.status)))],
    ['calls it refused', losingDetails],
  ],
  'A shop that breaks the connection or is away raises IntegrationRequestException': [
    ['takes it for the end', swallowing((error) => error.status === null)],
  ],
  'Any failure that is not already an IntegrationRequestException is re-raised as InvalidIntegrationResponseException': [
    ['lets it through', unwrapped],
    [
      'wraps it as the wrong one',
      ofIntegration((honest) => ({
        fetchBulkExportPageRange: (...given) =>
          honest.fetchBulkExportPageRange(...given).catch((error: Error) => {
            throw new IntegrationRequestException(error.message);
          }),
      })),
    ],
  ],
  'A shop that fails in the middle of an export: the pages before it were handed over once, and the failure is raised': [
    ['ends quietly', swallowing((error) => error.status === 500)],
    [
      'hands a page over again',
      ofPages((honest) => async (connection, request, onBatch) => {
        const seen: unknown[] = [];
        const keep = async (batch: ExportBatch): Promise<void> => {
          seen.push(batch);
          await onBatch(batch as never);
        };
        await honest(connection, request, keep as never).catch(async (error: unknown) => {
          if (seen[0]) await onBatch(seen[0] as never);
          throw error;
        });
      }),
    ],
  ],
};
