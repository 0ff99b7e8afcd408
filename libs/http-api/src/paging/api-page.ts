import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

/** Method decorator: documents a response that is a page of these items, each of one of the types. */
export function ApiPage(
  types: Type | readonly Type[],
  example: { examples?: Record<string, { summary: string; value: object }> } = {},
): MethodDecorator {
  const models = [types].flat() as Type[];
  const refs = models.map((model) => ({ $ref: getSchemaPath(model) }));
  return applyDecorators(
    ApiExtraModels(...models),
    ApiOkResponse({
      description: 'A page',
      ...example,
      schema: {
        type: 'object',
        required: ['data', 'next_cursor'],
        properties: {
          data: { type: 'array', items: refs.length > 1 ? { anyOf: refs } : (refs[0] ?? {}) },
          next_cursor: { type: 'string', nullable: true, description: 'Pass it as cursor. Null on the last page.' },
        },
      },
    }),
  );
}
