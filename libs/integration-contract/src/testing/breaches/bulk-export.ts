import { setImmediate as nextTick } from 'node:timers/promises';
import { IntegrationRequestException } from '../../exceptions';
import { VerificationResult } from '../../verification-result';
import { toBatch } from '../paper/paper-platform';
import { ofPlatform, ofIntegration, ofPages, ofCallbacks, ofRecords, nextTurn, type Breaches } from './breach';

export const bulkExportBreaches: Breaches = {
  'Integrations are looked up by driver: it names its own': [['names another', ofIntegration(() => ({ driver: 'commerce_b' }))]],
  'streamBulkExport calls the callback once per non-empty page, and the pages together hold every record of the shop once': [
    ['leaves a page out', ofCallbacks(async (batch, onBatch) => (batch.page === 2 ? undefined : onBatch(batch)))],
    ['tells a page twice', ofCallbacks(async (batch, onBatch) => onBatch(batch).then(() => onBatch(batch)))],
    ['numbers from 0', ofCallbacks((batch, onBatch) => onBatch({ ...batch, page: batch.page - 1 }))],
    ['loses a record', ofCallbacks((batch, onBatch) => onBatch({ ...batch, records: batch.records.slice(1) }))],
    ['skips what can be mapped', ofCallbacks((batch, onBatch) => onBatch({ ...batch, skipped: [{ sourceId: '1', reason: 'it is odd' }] }))],
  ],
  'The callback is called for no empty page: not when the last page is full, and not at all for an empty collection': [
    [
      'tells that it has ended',
      ofPages((honest) => async (connection, request, onBatch) => {
        let last = 0;
        await honest(connection, request, async (batch) => {
          last = batch.page;
          await onBatch(batch);
        });
        await onBatch(toBatch(request.capability, last + 1, []));
      }),
    ],
  ],
  'streamBulkExport asks for no further page until the callback has settled': [
    [
      'fetches ahead',
      ofPages((honest, shop) => async (connection, request, onBatch) => {
        await honest(connection, request, async (batch) => {
          await Promise.all([nextTick().then(() => shop.ask(connection)), onBatch(batch)]);
        });
      }),
    ],
  ],
  'A rejection of the callback ends the fetch and is passed on unchanged': [
    [
      'wraps it',
      ofIntegration((honest) => ({
        streamBulkExport: (...given) =>
          honest.streamBulkExport(...given).catch((error: Error) => {
            throw new IntegrationRequestException(error.message);
          }),
      })),
    ],
    [
      'swallows it',
      ofIntegration((honest) => ({
        fetchBulkExportPageRange: (...given) => honest.fetchBulkExportPageRange(...given).catch(() => undefined),
      })),
    ],
  ],
  'requestBulkExport gives every fetched record and is built on the streaming operation': [
    [
      'forgets the last one',
      ofIntegration((honest) => ({ requestBulkExport: async (...given) => (await honest.requestBulkExport(...given)).slice(0, -1) })),
    ],
  ],
  'Running twice gives the same records, the same probe and the same account': [
    ['records differ', ofRecords(() => ({ updatedAt: `2026-01-01T00:00:00.${nextTurn()}` }))],
    ['the account differs', ofPlatform(() => ({ checkCredentials: async () => VerificationResult.success(`paper ${nextTurn()}`) }))],
    ['the probe differs', ofPlatform(() => ({ probe: async () => ({ totalPages: nextTurn(), perPage: 4 }) }))],
  ],
};
