import { readCursor, uuidShape, writeCursor } from '@sync/http-api';
import type { FeedPlace } from '@sync/record-store';
import type { SystemCapability } from '@sync/records';

/** A position, and after a dot where the record was written, if that differs. */
const positionShape = /^\d{1,18}(\.\d{1,18})?$/;

/** The cursor of a place in the feed of a record type. */
export function cursorOf(type: SystemCapability, { position, id, written }: FeedPlace): string {
  return writeCursor(type, written === undefined ? position : `${position}.${written}`, id);
}

/** Throws Problem for a cursor of another feed. */
export function placeIn(type: SystemCapability, cursor: string): FeedPlace {
  const [positions = '', id = ''] = readCursor(type, cursor, positionShape, uuidShape);
  const [position = '', written] = positions.split('.');
  return { position, id, ...(written !== undefined && { written }) };
}
