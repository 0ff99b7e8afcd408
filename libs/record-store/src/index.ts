export type { RecordCounts } from './count-records';
export { findFeedBlocker, slowFeedSeconds, type FeedBlocker } from './feed-blocker';
export { alignFeedClock } from './feed-clock';
export type { PageCheckpoint, PageCheckpointSql, PageOutcome, RecordPage, RejectedRecord } from './record-page';
export type { ChangeOutcome, WebhookChange } from './record-changes';
export { deleteOldTombstones, deleteRecordsOf } from './delete-records';
export { MissingRecords, type ListedKeysSql, type ListComparison } from './missing-records';
export { RecordStore } from './record-store';
export type { FeedPage, FeedPlace, FeedRecord } from './feed-page';
