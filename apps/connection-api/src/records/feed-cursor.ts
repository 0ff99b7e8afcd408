import { readCursor, uuidShape } from '@sync/http-api';
import type { FeedPlace } from '@sync/record-store';
import type { SystemCapability } from '@sync/records';

/** A position, and after a dot where the record was written, if that differs. */
const positionShape = /^\d{1,18}(\.\d{1,18})?$/;

/** The place of a cursor (`feedCursor`). Throws Problem for a cursor of another feed. */
export function placeIn(type: SystemCapability, cursor: string): FeedPlace {
  const [positions = '', id = ''] = readCursor(type, cursor, positionShape, uuidShape);
  const [position = '', written] = positions.split('.');
  return { position, id, ...(written !== undefined && { written }) };
}
