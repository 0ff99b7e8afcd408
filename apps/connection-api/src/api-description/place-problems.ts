import type { OpenAPIObject } from '@nestjs/swagger';

interface Responses {
  responses?: Record<string, { content?: Record<string, { examples?: Record<string, { value?: object }> }> }>;
}

/** A copy in which the examples of problems name the path at which they stand: made for a kind of problem, they stand at many. */
export function placeProblems(document: OpenAPIObject): OpenAPIObject {
  // As text, so that no two operations share an example.
  const placed = JSON.parse(JSON.stringify(document)) as OpenAPIObject;
  for (const [path, item] of Object.entries(placed.paths)) {
    const answers = Object.values(item as Record<string, Responses>).flatMap(({ responses }) => Object.values(responses ?? {}));
    const examples = answers.flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}));
    for (const example of examples) example.value = { ...example.value, instance: path };
  }
  return placed;
}
