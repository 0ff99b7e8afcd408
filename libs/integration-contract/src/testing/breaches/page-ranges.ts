import { IntegrationRequestException } from '../../exceptions';
import type { ExportBatch } from '../../export-request';
import { toBatch } from '../paper/paper-platform';
import { ofPlatform, ofPages, ofRanges, type Breaches } from './breach';

export const pageRangesBreaches: Breaches = {
  'The probe tells the total pages available and the page size, and what is fetched agrees with it': [
    ['one page too many', ofPlatform(() => ({ probe: async (_connection, { capability: _ }) => ({ totalPages: 5, perPage: 4 }) }))],
    [
      'another page size',
      ofPlatform((honest) => ({ probe: async (...given) => ({ ...(await honest.probe?.(...given)), totalPages: 1, perPage: 9 }) })),
    ],
  ],
  'The probe of an empty collection tells no page with records': [
    ['many pages', ofPlatform(() => ({ probe: async () => ({ totalPages: 3, perPage: 4 }) }))],
    ['not a number', ofPlatform(() => ({ probe: async () => ({ totalPages: Number.NaN, perPage: 4 }) }))],
  ],
  'The probe fetches no records: it carries none, and asks a large shop no more often than a small one': [
    [
      'counts by fetching',
      ofPlatform(({ fetchPages }) => ({
        probe: async (connection, request) => {
          let totalPages = 0;
          await fetchPages(connection, request, async () => void (totalPages += 1));
          return { totalPages, perPage: 4 };
        },
      })),
    ],
    [
      'carries the first page',
      ofPlatform((honest) => ({
        probe: async (...given) => ({ totalPages: 1, perPage: 4, ...(await honest.probe?.(...given)), records: [] }),
      })),
    ],
  ],
  'The default probe returns totalPages 1 and perPage 0': [
    ['has a page size', { minimal: true, integration: () => ({ probeBulkExport: async () => ({ totalPages: 1, perPage: 50 }) }) }],
    ['has no page', { minimal: true, integration: () => ({ probeBulkExport: async () => ({ totalPages: 0, perPage: 0 }) }) }],
  ],
  'The page-range fetch fetches pages startPage to endPage inclusive, calling the callback once per page': [
    [
      'leaves the last one out',
      ofRanges(
        (honest) => (connection, request, range, onBatch) => honest(connection, request, { ...range, endPage: range.endPage - 1 }, onBatch),
      ),
    ],
    [
      'counts from 0',
      ofRanges(
        (honest) => (connection, request, range, onBatch) =>
          honest(connection, request, { ...range, startPage: range.startPage - 1 }, onBatch),
      ),
    ],
    [
      'makes one of several',
      ofRanges((honest) => async (connection, request, range, onBatch) => {
        const all: ExportBatch[] = [];
        await honest(connection, request, range, async (batch) => void all.push(batch as ExportBatch));
        await onBatch({ page: range.startPage, records: all.flatMap(({ records }) => records), skipped: [], rows: 1 } as never);
      }),
    ],
  ],
  'Page ranges that run at the same time give together every record once': [
    [
      'shares one cursor',
      ofRanges((_honest, shop) => {
        let page = 0;
        return async (connection, { capability }, range, onBatch) => {
          for (page = range.startPage; page <= range.endPage; page += 1) {
            const rows = await shop.page(connection, capability, page, range.perPage, null);
            await onBatch(toBatch(capability, page, rows));
          }
        };
      }),
    ],
  ],
  'A page range beyond the end holds no records and is no failure': [
    [
      'fails',
      ofRanges((honest) => (connection, request, range, onBatch) => {
        if (range.startPage > 1) throw new IntegrationRequestException('The shop answered 404.', { status: 404 });
        return honest(connection, request, range, onBatch);
      }),
    ],
    [
      'gives the first page again',
      ofRanges((honest) => (connection, request, range, onBatch) => honest(connection, request, { ...range, startPage: 1 }, onBatch)),
    ],
  ],
  'The default page-range fetch ignores the range and performs the single paged fetch': [
    ['fetches nothing', { minimal: true, integration: () => ({ fetchBulkExportPageRange: async () => undefined }) }],
    [
      'stops after the first page',
      {
        minimal: true,
        integration: (honest) => ({
          fetchBulkExportPageRange: (connection, request, _first, _last, _perPage, onBatch) =>
            honest.streamBulkExport(connection, request, async (batch) => (batch.page === 1 ? onBatch(batch) : undefined)),
        }),
      },
    ],
  ],
  'modifiedAfter null means a full fetch': [
    [
      'takes the last months only',
      ofPages(
        (honest) => (connection, request, onBatch) =>
          honest(connection, { ...request, modifiedAfter: request.modifiedAfter ?? '2026-01-01T00:00:00Z' }, onBatch),
      ),
    ],
  ],
  'When modifiedAfter is set, only records modified after this instant are returned': [
    ['ignores it', ofPages((honest) => (connection, request, onBatch) => honest(connection, { ...request, modifiedAfter: null }, onBatch))],
    [
      'counts that very instant too',
      ofPages((honest) => (connection, request, onBatch) => {
        const earlier = request.modifiedAfter && new Date(Date.parse(request.modifiedAfter) - 1).toISOString();
        return honest(connection, { ...request, modifiedAfter: earlier }, onBatch);
      }),
    ],
    [
      'leaves all out',
      ofPages(
        (honest) => (connection, request, onBatch) => honest(connection, { ...request, modifiedAfter: '2999-01-01T00:00:00Z' }, onBatch),
      ),
    ],
  ],
  'modifiedAfter counts for the pages that the probe tells as well': [
    [
      'ignores it in ranges',
      ofRanges(
        (honest) => (connection, request, range, onBatch) => honest(connection, { ...request, modifiedAfter: null }, range, onBatch),
      ),
    ],
    ['tells no page', ofPlatform(() => ({ probe: async () => ({ totalPages: 0, perPage: 4 }) }))],
  ],
  'A platform that ignores modifiedAfter fetches everything': [['does not ignore it', { subject: { modifiedAfter: 'ignored' } }]],
};
