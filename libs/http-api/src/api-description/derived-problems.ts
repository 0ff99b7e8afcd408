import type { OpenAPIObject } from '@nestjs/swagger';
import { problemResponses, problemSchema, type ProblemKind, type ProblemResponse } from '@sync/service-runtime';

interface Operation {
  requestBody?: object;
  responses: Record<string, ProblemResponse>;
}

const problem = 'application/problem+json';

/** Of a body that cannot be read. */
const bodyProblems = ['malformed-request', 'payload-too-large', 'unsupported-media-type'] as const;

/** Every route refuses unknown query parameters and unreadable bodies, so that each operation says so without a decorator. */
export function describeDerivedProblems(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const copy = structuredClone(paths);
  for (const operation of Object.values(copy).flatMap((item) => Object.values(item as Record<string, Operation>))) {
    for (const kind of operation.requestBody ? [...bodyProblems, 'validation-failed' as const] : ['validation-failed' as const])
      addProblem(operation.responses, kind);
  }
  return copy;
}

function addProblem(responses: Operation['responses'], kind: ProblemKind): void {
  for (const [status, added] of Object.entries(problemResponses(kind))) {
    const described = (responses[status] ??= structuredClone(added));
    const { examples } = described.content[problem];
    if (kind in examples) continue;
    described.description += `. ${added.description}`;
    Object.assign(examples, added.content[problem].examples);
    described.content[problem].schema = problemSchema(Object.keys(examples) as ProblemKind[]);
  }
}
