import { setImmediate as nextTick } from 'node:timers/promises';
import { IntegrationRequestException, VerificationResult, type ExportBatch, type ListState } from '@sync/integration-contract';
import {
  nextNumber,
  ofBeginnings,
  ofCallbacks,
  ofIntegration,
  ofListedPages,
  ofMinimal,
  ofModifiedAfter,
  ofPages,
  ofPlatform,
  ofProbe,
  ofRangeRequests,
  ofRanges,
  rewrapsRanges,
  type Breach,
  type Breaches,
} from './broken-integration';

/** The bare credential check, without the conversion of errors into a failed result. */
const throwsOnFailure = ofIntegration((_real, platform) => ({
  verify: async (connection) => {
    const result = await platform.checkCredentials(connection);
    if (!result.successful) throw new IntegrationRequestException('The credentials were refused.');
    return result;
  },
}));
const acceptsAll = ofPlatform(() => ({ checkCredentials: async () => VerificationResult.success('shop') }));
const careless = { throws: throwsOnFailure, 'accepts all': acceptsAll };

const verification: Breaches = {
  'verify succeeds with valid credentials and returns the account id': {
    'refuses all': ofPlatform(() => ({ checkCredentials: async () => VerificationResult.failure() })),
    'returns no id': ofPlatform(() => ({ checkCredentials: async () => VerificationResult.success('') })),
    'returns another type': ofIntegration(() => ({
      verify: async () => ({ successful: true, externalUserId: 'shop', message: null }) as VerificationResult,
    })),
  },
  'verify fails with refused credentials': careless,
  'verify fails, without throwing, when the shop is unreachable': careless,
  'verify fails, without throwing, when the shop returns an error or drops the connection': careless,
  'verify never throws on an unreadable response': careless,
  'verify fails, without throwing, when the credential check throws': careless,
};

const bulkExport: Breaches = {
  'the integration names its own driver': { 'names another': ofIntegration(() => ({ driver: 'commerce_a' })) },
  'streamBulkExport calls back once per non-empty page, and the pages hold every record once': {
    'omits a page': ofCallbacks(async (batch, onBatch) => (batch.page === 2 ? undefined : onBatch(batch))),
    'repeats a page': ofCallbacks(async (batch, onBatch) => onBatch(batch).then(() => onBatch(batch))),
    'numbers pages from 0': ofCallbacks((batch, onBatch) => onBatch({ ...batch, page: batch.page - 1 })),
    'omits a record': ofCallbacks((batch, onBatch) => onBatch({ ...batch, records: batch.records.slice(1) })),
    'skips a mappable record': ofCallbacks((batch, onBatch) => onBatch({ ...batch, skipped: [{ sourceId: '1', reason: 'odd' }] })),
  },
  'streamBulkExport never calls back with an empty page': {
    'reports the end': ofPages((real) => async (connection, request, onBatch) => {
      await real(connection, request, onBatch);
      await onBatch({ page: 99, records: [], skipped: [], rows: 0 });
    }),
  },
  'streamBulkExport requests the next page only after the callback has settled': {
    prefetches: ofPages((real, platform) => async (connection, request, onBatch) => {
      await real(connection, request, async (batch) => {
        await Promise.all([nextTick().then(() => platform.probe?.(connection, request)), onBatch(batch)]);
      });
    }),
  },
  'a rejection of the callback ends the fetch and passes unchanged': {
    'wraps it': rewrapsRanges,
    'swallows it': ofIntegration((real) => ({ streamBulkExport: (...given) => real.streamBulkExport(...given).catch(() => undefined) })),
  },
  'requestBulkExport returns exactly the streamed records': {
    'omits the last one': ofIntegration((real) => ({
      requestBulkExport: async (...given) => (await real.requestBulkExport(...given)).slice(0, -1),
    })),
  },
  'repeated calls return the same records, probe and account': {
    'other records': ofCallbacks((batch, onBatch) => onBatch({ ...batch, rows: nextNumber() })),
    'another account': ofPlatform(() => ({ checkCredentials: async () => VerificationResult.success(`shop ${nextNumber()}`) })),
    'another probe': ofPlatform(() => ({ probe: async () => ({ totalPages: nextNumber(), perPage: 4 }) })),
  },
};

const probes = (probe: { totalPages: number; perPage: number; records?: unknown[] }): Breach =>
  ofPlatform(() => ({ probe: async () => probe }));

const pageRanges: Breaches = {
  'the probe agrees with the fetch on total pages and page size': {
    'one page too many': probes({ totalPages: 4, perPage: 4 }),
    'another page size': probes({ totalPages: 1, perPage: 9 }),
  },
  'the beginning of an export is its probe, and at most the first page of the range fetch': {
    'counts otherwise': ofBeginnings(({ totalPages }) => ({ totalPages: totalPages + 1 })),
    'brings another page': ofBeginnings(({ firstPage }) => (firstPage ? { firstPage: { ...firstPage, page: 2 } } : {})),
    'brings a part of it': ofBeginnings(({ firstPage }) =>
      firstPage ? { firstPage: { ...firstPage, records: firstPage.records.slice(1) } } : {},
    ),
  },
  'the probe of an empty collection promises no records': {
    'many pages': probes({ totalPages: 3, perPage: 4 }),
    'not a number': probes({ totalPages: Number.NaN, perPage: 4 }),
  },
  'the probe returns no records and costs the same for a large shop': {
    'counts by fetching': ofPlatform(({ fetchPages }) => ({
      probe: async (connection, request) => {
        let totalPages = 0;
        await fetchPages(connection, request, async () => void (totalPages += 1));
        return { totalPages, perPage: 4 };
      },
    })),
    'carries a page': probes({ totalPages: 1, perPage: 4, records: [] }),
  },
  'the default probe returns totalPages 1 and perPage 0': {
    'a page size': ofMinimal(() => ({ probeBulkExport: async () => ({ totalPages: 1, perPage: 50 }) })),
    'no page': ofMinimal(() => ({ probeBulkExport: async () => ({ totalPages: 0, perPage: 0 }) })),
  },
  'the range fetch returns pages startPage to endPage, with one callback per page': {
    'omits the last one': ofRangeRequests(({ endPage }) => ({ endPage: endPage - 1 })),
    'counts from 0': ofRangeRequests(({ startPage }) => ({ startPage: startPage + 1 })),
    'joins pages': ofRanges((real) => async (connection, request, range, onBatch) => {
      const all: ExportBatch[] = [];
      await real(connection, request, range, async (batch) => void all.push(batch as ExportBatch));
      await onBatch({ page: range.startPage, records: all.flatMap(({ records }) => records), skipped: [], rows: 1 } as never);
    }),
  },
  'concurrent page ranges return every record once': {
    'shares one cursor': ofRanges((real) => {
      let page = 0;
      return async (connection, request, range, onBatch) => {
        for (page = range.startPage; page <= range.endPage; page += 1)
          await real(connection, request, { ...range, startPage: page, endPage: page }, onBatch);
      };
    }),
  },
  'a page range beyond the end is empty and does not fail': {
    fails: ofRanges((real) => (connection, request, range, onBatch) => {
      if (range.startPage > 1) throw new IntegrationRequestException('The shop responded with 404.', { status: 404 });
      return real(connection, request, range, onBatch);
    }),
    'repeats the first page': ofRangeRequests(() => ({ startPage: 1 })),
  },
  'the default range fetch ignores the range and fetches all pages': {
    'fetches nothing': ofMinimal(() => ({ fetchBulkExportPageRange: async () => undefined })),
    'stops after one page': ofMinimal((real) => ({
      fetchBulkExportPageRange: (connection, request, _first, _last, _perPage, onBatch) =>
        real.streamBulkExport(connection, request, async (batch) => (batch.page === 1 ? onBatch(batch) : undefined)),
    })),
  },
};

const future = '2999-01-01T00:00:00Z';
const modifiedAfter: Breaches = {
  'modifiedAfter null fetches everything': {
    'takes a default': ofModifiedAfter((instant) => instant ?? future),
  },
  'modifiedAfter returns only records modified after the instant': {
    'ignores it': ofModifiedAfter(() => null),
    'includes the instant': ofModifiedAfter((instant) => instant && new Date(Date.parse(instant) - 1).toISOString()),
    'omits all': ofModifiedAfter(() => future),
  },
  'modifiedAfter applies to probed page ranges': {
    'ignores it in ranges': ofRangeRequests(() => ({}), { modifiedAfter: null }),
    'probes no page': probes({ totalPages: 0, perPage: 4 }),
  },
  'a platform that does not filter by modifiedAfter fetches everything': {
    'filters after all': { subject: { modifiedAfter: 'ignored' } },
  },
};

const ofProbedList = (change: (list: ListState) => ListState | undefined): Breach =>
  ofProbe(({ list }) => ({ list: list && change(list) }));

const lists: Breaches = {
  'the probe and the pages know the length of the list': {
    'reports no list': ofProbedList(() => undefined),
    'one row too many': ofProbedList((list) => ({ ...list, total: (list.total ?? 0) + 1 })),
    'the rows of the page': ofListedPages((list) => ({ total: list.rows.length })),
    'one page too many': ofListedPages(() => ({ pages: 5 })),
  },
  'each row has a unique, stable key': {
    'omits a row': ofListedPages((list) => ({ rows: list.rows.slice(1) })),
    'repeats a key': ofListedPages((list) => ({ rows: list.rows.map((row) => ({ ...row, key: '1' })) })),
    'makes up keys': ofListedPages((list) => ({ rows: list.rows.map((row) => ({ ...row, key: `${nextNumber()}` })) })),
  },
  'no row present at the probe has a mark above the newest one': {
    'reports the oldest': ofProbedList((list) => ({ ...list, newest: '' })),
    'marks the time of reading': ofListedPages((list) => ({ rows: list.rows.map((row) => ({ ...row, mark: future })) })),
  },
};

export const exportBreaches: Breaches = { ...verification, ...bulkExport, ...pageRanges, ...modifiedAfter, ...lists };
