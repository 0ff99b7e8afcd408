export type { RecordCounts } from './count-records';
export { findFeedBlocker, slowFeedSeconds, type FeedBlocker } from './feed-blocker';
export { feedCursor } from './feed-cursor';
export { alignFeedClock } from './feed-clock';
export type { PageCheckpoint, PageCheckpointSql, PageOutcome, RecordPage, RejectedRecord } from './record-page';
export type { ChangeOutcome, WebhookChange } from './record-changes';
export { deleteOldTombstones, deleteRecordsOf, hasNoRecords } from './delete-records';
export type { PersonToErase } from './erase-person';
export type { AddressHashes } from './erasure-door';
export {
  countErased,
  findErasure,
  findErasureOf,
  findRunningErasure,
  finishErasure,
  hasErasures,
  isAnyErased,
  liftErasure,
  startErasure,
  type ErasureScope,
  type Erasure,
  type RunningErasure,
} from './erasures';
export type { NamingRecord } from './find-named';
export { measureFeed } from './record-metrics';
export { MissingRecords, type ListedKeysSql, type ListComparison } from './missing-records';
export { RecordStore } from './record-store';
export type { FoundRecord } from './search-records';
export type { RecordStory, StoryAuthor, StoryEvent } from './record-story';
export { findShopId, lockShopOf, openShop, takeOverShop } from './shops';
export { QuotaUsedUp, readStoredBytes } from './stored-bytes';
export type { FeedPage, FeedRecord } from './feed-page';
export { comparePlaces, feedStart, type FeedPlace, type FeedSource } from './feed-place';
export type { FeedBatch, FeedMark } from './records-feed';
