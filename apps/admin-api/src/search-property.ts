import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** Property decorator: a search text. Three characters are the least that the index can look up. */
export function SearchProperty(description: string): PropertyDecorator {
  const [minLength, maxLength] = [3, 200];
  return applyDecorators(
    ApiPropertyOptional({ description, minLength, maxLength }),
    IsOptional(),
    MinLength(minLength),
    MaxLength(maxLength),
    IsString(),
  );
}
