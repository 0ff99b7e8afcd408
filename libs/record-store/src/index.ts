export { alignFeedClock } from './feed-clock';
export type { PageCheckpoint, PageCheckpointSql, PageOutcome, RecordPage, RejectedRecord } from './record-page';
export type { ChangeOutcome, WebhookChange } from './record-changes';
export { recordDependents } from './record-dependents';
export { RecordStore } from './record-store';
export type { FeedPlace, FeedRecord } from './records-feed';
