import { isStorable, systemCapabilities, type SystemCapability } from '@sync/records';
import { noSuch } from '../path-id';
import type { Count, Uuid } from '@sync/http-api';

class RecordCount {
  kind: SystemCapability;

  /** Records that are stored. Deleted ones do not count. */
  count: Count;

  /** There are more: the count stopped. */
  is_limited: boolean;
}

export class RecordCounts {
  data: RecordCount[];
}

export class RequestedRefetch {
  /** The task. If it fails permanently, it is a failed task. */
  task_id: Uuid;
}

export class RefetchRepresentation extends RequestedRefetch {
  /** done: the record is stored as the shop had it, or marked as deleted. */
  status: 'pending' | 'done' | 'failed';

  /** Why the last attempt failed, in words for a person. Null when it is done. */
  error: string | null;
}

/** A record in the path of a request. */
export interface RecordAddress {
  kind: SystemCapability;
  sourceId: string;
}

/** Of a parameter in a path: the router refuses longer ones. */
export const maxSourceIdLength = 200;

/** Throws Problem, 404, for what no record can have. */
export function recordAddress(kind: string, sourceId: string): RecordAddress {
  const known = systemCapabilities.find((capability) => capability === kind);
  if (!known || sourceId.length === 0 || sourceId.length > maxSourceIdLength || !isStorable(sourceId)) throw noSuch('record');
  return { kind: known, sourceId };
}
