import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsUUID } from 'class-validator';

/** Property decorator: a filter by an id. */
export function IdFilter(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsUUID());
}

/** Property decorator: a filter that is `true` or `false`. */
export function FlagFilter(): PropertyDecorator {
  const asFlag = Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value));
  return applyDecorators(IsOptional(), asFlag, IsBoolean());
}
