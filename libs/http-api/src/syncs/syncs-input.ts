import { ApiPropertyOptional } from '@nestjs/swagger';
import { syncModes, type SyncMode } from '@sync/sync-runs';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import { Example } from '../api-description/example';
import { exampleQueuedRun, SyncRunRepresentation } from './sync-run-representation';

@Example<RequestSyncsInput>({ capabilities: ['orders'], mode: 'delta' })
export class RequestSyncsInput {
  /** Default: everything that the connection may import now. */
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  capabilities?: SystemCapability[];

  /** delta: records that changed. full: all records. reconcile: compares what is listed and stored, and reads the missing ones. */
  @ApiPropertyOptional()
  @IsIn(syncModes)
  mode: SyncMode = 'delta';
}

@Example<RequestedSyncs>({ data: [exampleQueuedRun] })
export class RequestedSyncs {
  data: SyncRunRepresentation[];
}
