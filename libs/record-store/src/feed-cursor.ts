import type { SystemCapability } from '@sync/records';
import type { FeedPlace } from './feed-place';

/** What callers get as the cursor of a place: reading the feed of the kind from it shows what comes after the place. */
export function feedCursor(capability: SystemCapability, { position, id, written }: FeedPlace): string {
  return Buffer.from(JSON.stringify([capability, written === undefined ? position : `${position}.${written}`, id])).toString('base64url');
}
