import { ApiPropertyOptional } from '@nestjs/swagger';
import { AsInstant, pageInput } from '@sync/http-api';
import { IsDate, IsOptional, IsUUID } from 'class-validator';

export class ReadRecordsInput extends pageInput(1_000) {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only records of this connection.' })
  @IsOptional()
  @IsUUID()
  source_connection_id?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Only records that this service wrote at or after this instant.',
  })
  @IsOptional()
  @AsInstant()
  @IsDate({ message: 'updated_since must be an ISO 8601 date and time with its offset' })
  updated_since?: Date;
}
