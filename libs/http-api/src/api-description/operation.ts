import { ApiOperation } from '@nestjs/swagger';

interface Operation {
  /** A verb and its object in camel case: the name of the function in a generated client. */
  id: string;
  summary: string;
  /** What a caller must know beyond the summary. Markdown. */
  description: string;
  /** Overrides the bearer that `RequiresBearer` documents; empty: none is needed. */
  security?: Record<string, string[]>[];
}

/** Method decorator: describes a route in a text that a doc comment cannot hold. The others have a comment and the name of their method. */
export function Operation({ id, ...described }: Operation): MethodDecorator {
  return ApiOperation({ operationId: id, ...described });
}
