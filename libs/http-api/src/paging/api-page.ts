import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

type ApiResponseExamples = Record<string, { summary: string; value: object }>;

/** Method decorator: documents a response that is a page of these items. */
export function ApiPage(item: Type, example: { examples: ApiResponseExamples }): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
      description: 'A page',
      ...example,
      schema: {
        type: 'object',
        required: ['data', 'next_cursor'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(item) } },
          next_cursor: { type: 'string', nullable: true, description: 'Pass it as cursor. Null on the last page.' },
        },
      },
    }),
  );
}
