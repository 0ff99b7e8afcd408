import { ApiProperty } from '@nestjs/swagger';
import { isStorable, systemCapabilities, type SystemCapability } from '@sync/records';
import { noSuch } from '../path-id';

class RecordCount {
  @ApiProperty({ enum: [...systemCapabilities] })
  kind: SystemCapability;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Records that are stored. Deleted ones do not count.' })
  count: number;

  @ApiProperty({ description: 'There are more: the count stopped.' })
  is_limited: boolean;
}

export class RecordCounts {
  @ApiProperty({ type: [RecordCount] })
  data: RecordCount[];
}

export class RequestedRefetch {
  @ApiProperty({ format: 'uuid', description: 'The task. If it fails permanently, it is a failed task.' })
  task_id: string;
}

const taskStates = ['pending', 'done', 'failed'] as const;

export class RefetchRepresentation extends RequestedRefetch {
  @ApiProperty({ enum: [...taskStates], description: 'done: the record is stored as the shop had it, or marked as deleted.' })
  status: (typeof taskStates)[number];

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the last attempt failed, in words for a person. Null when it is done.' })
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
