import type { ExportBatch, FetchedRecords, ListedPage } from '@sync/integration-contract';
import { ofPlatform, ofProbe, ofRangeRequests, ofRanges, type Breach, type Breaches } from './broken-integration';

const ofListedRows = (change: (rows: ListedPage['rows']) => ListedPage['rows']): Breach =>
  ofRanges(
    (real) => (connection, request, range, onBatch) =>
      real(connection, request, range, (batch) =>
        onBatch({ ...batch, list: batch.list && { ...batch.list, rows: change(batch.list.rows) } }),
      ),
  );

const ofFetchedRecords = (change: (fetched: FetchedRecords) => FetchedRecords): Breach =>
  ofPlatform(({ fetchRecords }) => ({
    fetchRecords: async (...given) => change(await (fetchRecords as NonNullable<typeof fetchRecords>)(...given)) as never,
  }));

/** Breaches of the rules of `listedIdChecks`. */
export const idBreaches: Breaches = {
  'a list of ids has the keys of a full export and no records': {
    'ignores content': ofRanges(
      (real) => (connection, request, range, onBatch) => real(connection, { ...request, content: 'records' }, range, onBatch),
    ),
    'omits a row': ofListedRows((rows) => rows.slice(1)),
    'probes too few pages': ofProbe(() => ({ totalPages: 1, perPage: 4 })),
  },
  'a list of ids can be resumed at each of its pages': {
    'always begins with the first': ofRangeRequests(() => ({ startPage: 1 })),
    'repeats a page': ofRanges((real) => (connection, request, range, onBatch) => {
      const first: ExportBatch[] = [];
      return real(connection, request, range, (batch) => {
        first.push(batch as ExportBatch);
        return onBatch({ ...batch, list: first[0]?.list });
      });
    }),
  },
  'fetchRecords returns what an export returns and leaves out ids that the shop does not have': {
    'omits one': ofFetchedRecords(({ records, skipped }) => ({ records: records.slice(1), skipped })),
    'counts unknown ids as skipped': ofFetchedRecords(({ records }) => ({
      records,
      skipped: [{ sourceId: '99999999', reason: 'unknown' }],
    })),
    'repeats one': ofFetchedRecords(({ records, skipped }) => ({ records: [...records, ...records.slice(0, 1)], skipped })),
  },
  'the keys of a probe are those of a full export, whatever modifiedAfter says': {
    'has none': ofProbe(() => ({ keys: undefined })),
    'only changed ones': ofProbe(({ keys, pages }) => ({ keys: pages ? [] : keys })),
  },
  'the pages that a probe names hold every changed row, and none is named without': {
    'names none': ofProbe(({ pages }) => ({ pages: pages && [] })),
    'names the next': ofProbe(({ pages }) => ({ pages: pages?.map((page) => page + 1) })),
    'names all': ofProbe(({ pages }) => ({ pages: pages && [1, 2] })),
  },
};
