import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** Accepts digits only: `1e2`, ` 5` and empty text are invalid. */
export function AsCount(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value));
}

/** Base class for the query parameters of a list with cursors. */
export function pageInput(maxLimit: number, defaultLimit = 50) {
  class Input {
    @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit })
    @AsCount()
    @IsInt()
    @Min(1)
    @Max(maxLimit)
    limit = defaultLimit;

    @ApiPropertyOptional({ description: 'next_cursor of the previous page. It never expires.' })
    @IsOptional()
    @IsString()
    @MaxLength(500)
    cursor?: string;
  }
  return Input;
}

export class PageInput extends pageInput(200) {}
