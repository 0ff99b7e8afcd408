import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsDate, IsOptional, IsUUID } from 'class-validator';
import { pageInput } from '../paging/page-input';

const instant = /^(\d{4}-\d{2}-(\d{2}))T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant needs an offset: without one it would depend on the server's time zone. */
function AsInstant(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && isInstant(value) ? new Date(value) : value));
}

/** Rejects days that do not exist: Date would turn 30 February into 2 March. */
function isInstant(text: string): boolean {
  const [, date = '', day] = instant.exec(text) ?? [];
  return new Date(date).getUTCDate() === Number(day);
}

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
