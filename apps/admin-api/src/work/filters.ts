import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsUUID } from 'class-validator';

/** Property decorator: a filter by an id. */
export function IdFilter(description: string): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ format: 'uuid', description }), IsOptional(), IsUUID());
}

/** Property decorator: a filter that is `true` or `false`. */
export function FlagFilter(description: string): PropertyDecorator {
  const asFlag = Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));
  return applyDecorators(ApiPropertyOptional({ type: 'boolean', description }), IsOptional(), asFlag, IsBoolean());
}
