import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDate, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { AsCount } from '../paging/page-input';

const instant = /^(\d{4}-\d{2}-(\d{2}))T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant needs its offset: without one it would mean another time on every machine. */
function AsInstant(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && isInstant(value) ? new Date(value) : value));
}

/** The 30th of February would become the 2nd of March. */
function isInstant(text: string): boolean {
  const [, date = '', day] = instant.exec(text) ?? [];
  return new Date(date).getUTCDate() === Number(day);
}

export class ReadRecordsInput {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only records of this connection.' })
  @IsOptional()
  @IsUUID()
  source_connection_id?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Only records that the service wrote at this instant or later.',
  })
  @IsOptional()
  @AsInstant()
  @IsDate({ message: 'updated_since must be an ISO 8601 date and time with its offset' })
  updated_since?: Date;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000, default: 50 })
  @AsCount()
  @IsInt()
  @Min(1)
  @Max(1000)
  limit = 50;

  @ApiPropertyOptional({ description: 'next_cursor of the page before, however long ago.' })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;
}
