export { alignFeedClock } from './feed-clock';
export type { PageCheckpoint, PageOutcome, RecordPage, RejectedRecord } from './record-page';
export type { ChangeOutcome, WebhookChange } from './record-changes';
export { RecordStore } from './record-store';
export { FeedPage, type FeedPlace, type FeedQuestion, type FeedRecord } from './records-feed';
