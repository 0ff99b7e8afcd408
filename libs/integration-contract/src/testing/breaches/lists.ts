import type { ListedPage, ListedRow, ListState } from '../../export-request';
import { nextTurn, ofPlatform, ofRanges, type Breaches } from './breach';

const telling = { tellsOfItsLists: true } as const;

const ofProbedList = (change: (list: ListState) => ListState | undefined) => ({
  ...ofPlatform((honest) => ({
    probe: async (...given) => {
      const probe = await honest.probe!(...given);
      return { ...probe, list: probe.list && change(probe.list) };
    },
  })),
  subject: telling,
});

const ofListedPages = (change: (list: ListedPage) => ListedPage | undefined) => ({
  ...ofRanges(
    (honest) => (connection, request, range, onBatch) =>
      honest(connection, request, range, (batch) => onBatch({ ...batch, list: batch.list && change(batch.list) })),
  ),
  subject: telling,
});

const ofListedRows = (change: (row: ListedRow) => ListedRow) =>
  ofListedPages((list) => ({ ...list, rows: list.rows.map((row) => change(row)) }));

export const listsBreaches: Breaches = {
  'A probe that tells of the list tells how many rows it has, and so does each page that knows it': [
    ['tells nothing after all', ofProbedList(() => undefined)],
    ['tells one too many', ofProbedList((list) => ({ ...list, total: (list.total ?? 0) + 1 }))],
    ['tells the rows of the page', ofListedPages((list) => ({ ...list, total: list.rows.length }))],
    ['tells a page too many', ofListedPages((list) => ({ ...list, pages: 5 }))],
  ],
  'Each row has a key of its own, the same each time it is read': [
    ['leaves a row out', ofListedPages((list) => ({ ...list, rows: list.rows.slice(1) }))],
    ['gives two rows one key', ofListedRows((row) => ({ ...row, key: row.key === '2' ? '1' : row.key }))],
    ['makes up keys', ofListedRows((row) => ({ ...row, key: `${row.key} ${nextTurn()}` }))],
  ],
  'No row that was there when the probe was made has a mark above that of the newest one': [
    ['marks the oldest as the newest', ofProbedList((list) => ({ ...list, newest: '' }))],
    ['marks when it was read', ofListedRows((row) => ({ ...row, mark: new Date().toISOString() }))],
  ],
};
