import { ApiPropertyOptional } from '@nestjs/swagger';
import { AsCount, AsInstant, pageInput } from '@sync/http-api';
import { IsDate, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';

export class ReadRecordsInput extends pageInput(1_000) {
  /** Only records of this connection. */
  @IsOptional()
  @IsUUID()
  source_connection_id?: string;

  /** Only records that this service wrote at or after this instant. */
  @IsOptional()
  @AsInstant()
  @IsDate({ message: 'updated_since must be an ISO 8601 date and time with its offset' })
  updated_since?: Date;

  /** Seconds that a request waits when there is nothing to read: it gets its response as soon as there is. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 30, default: 0 })
  @AsCount()
  @IsInt()
  @Min(0)
  @Max(30)
  wait = 0;
}
