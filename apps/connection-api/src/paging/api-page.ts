import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

/** Method decorator: documents a response that is a page of these items. */
export function ApiPage(item: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
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
