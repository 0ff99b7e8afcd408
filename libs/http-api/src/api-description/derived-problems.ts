import type { OpenAPIObject } from '@nestjs/swagger';
import { problemKinds, problemResponses, type ProblemKind, type ProblemResponse } from '@sync/service-runtime';

interface Operation {
  security?: object[];
  requestBody?: object;
  responses: Record<string, Partial<ProblemResponse>>;
}

/** Of a body that cannot be read. */
const bodyProblems: readonly ProblemKind[] = ['malformed-request', 'payload-too-large', 'unsupported-media-type'];

/**
 * Every route refuses unknown query parameters and unreadable bodies, and has nothing at an unknown id. Each operation says so without a
 * decorator.
 */
export function describeDerivedProblems(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const copy = structuredClone(paths);
  for (const [path, item] of Object.entries(copy))
    for (const operation of Object.values(item as Record<string, Operation>)) {
      const { requestBody, responses, security } = operation;
      // The decorators of a class and of its method both name the schemes.
      if (security) operation.security = uniqueSchemes(security);
      const declared = Object.values(responses).flatMap(({ content }) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}),
      );
      const kinds = [...declared, 'validation-failed', ...(path.includes('{') ? ['not-found'] : []), ...(requestBody ? bodyProblems : [])];
      const ordered = (Object.keys(problemKinds) as ProblemKind[]).filter((kind) => kinds.includes(kind));
      Object.assign(responses, problemResponses(...ordered));
    }
  return copy;
}

function uniqueSchemes(security: object[]): object[] {
  return [...new Map(security.map((scheme) => [JSON.stringify(scheme), scheme])).values()];
}
