import type { OpenAPIObject } from '@nestjs/swagger';
import { problemResponses, problemSchema, type ProblemKind, type ProblemResponse } from '@sync/service-runtime';

interface Operation {
  responses: Record<string, ProblemResponse>;
}

const { 422: refusal } = problemResponses('validation-failed') as Record<422, ProblemResponse>;
const problem = 'application/problem+json';

/** Every route refuses unknown query parameters, so that each operation says so without a decorator. */
export function describeRefusedParameters(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const copy = structuredClone(paths);
  for (const operation of Object.values(copy).flatMap((item) => Object.values(item as Record<string, Operation>))) {
    const described = (operation.responses[422] ??= structuredClone(refusal));
    const { examples } = described.content[problem];
    if ('validation-failed' in examples) continue;
    described.description += `. ${refusal.description}`;
    Object.assign(examples, refusal.content[problem].examples);
    described.content[problem].schema = problemSchema(Object.keys(examples) as ProblemKind[]);
  }
  return copy;
}
