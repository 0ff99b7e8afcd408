import type { ExportBatch, FetchedRecords } from '@sync/integration-contract';
import { ofListedPages, ofPlatform, ofProbe, ofRangeRequests, ofRanges, type Breach, type Breaches } from './broken-integration';

const ofFetchedRecords = (change: (fetched: FetchedRecords) => FetchedRecords): Breach =>
  ofPlatform(({ fetchRecords }) => ({
    fetchRecords: async (...given) => change(await (fetchRecords as NonNullable<typeof fetchRecords>)(...given)) as never,
  }));

/** Breaches of the rules of `listedIdChecks`. */
export const idBreaches: Breaches = {
  'a list of ids has the keys of a full export and no records': {
    'ignores content': ofRangeRequests(() => ({}), { content: 'records' }),
    'omits a row': ofListedPages(({ rows }) => ({ rows: rows.slice(1) })),
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
  'the keys of a probe are those of a full export, with any modifiedAfter': {
    'has none': ofProbe(() => ({ keys: undefined })),
    'only changed ones': ofProbe(({ keys, sourceIds }) => ({ keys: sourceIds ? [] : keys })),
  },
  'the rows that a probe names are those that changed': {
    'names none': ofProbe(({ sourceIds }) => ({ sourceIds: sourceIds && [] })),
    'names another': ofProbe(({ sourceIds }) => ({ sourceIds: sourceIds?.map((id) => `${id}0`) })),
    'names one too many': ofProbe(({ sourceIds, keys = [] }) => ({ sourceIds: sourceIds && keys.slice(0, 2) })),
  },
  'named rows come page by page, without those that the shop does not have': {
    'ignores the names': ofRangeRequests(() => ({}), { sourceIds: undefined }),
    'begins each page with the first': ofRanges((real) => async (connection, request, range, onBatch) => {
      for (let page = range.startPage; page <= range.endPage; page += 1)
        await real(connection, request, { ...range, startPage: page, endPage: page }, onBatch);
    }),
  },
};
