import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { syncModes, type SyncMode } from '@sync/sync-runs';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import { SyncRunRepresentation } from './sync-run-representation';

export class RequestSyncsInput {
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: [...systemCapabilities] },
    description: 'Default: everything that the connection may import now.',
  })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  capabilities?: SystemCapability[];

  @ApiPropertyOptional({
    enum: [...syncModes],
    default: 'delta',
    description:
      'delta: records that changed. full: all records. reconcile: compares what is listed and stored, and reads the missing ones.',
  })
  @IsIn(syncModes)
  mode: SyncMode = 'delta';
}

export class RequestedSyncs {
  @ApiProperty({ type: [SyncRunRepresentation] })
  data: SyncRunRepresentation[];
}
