import type { OpenAPIObject } from '@nestjs/swagger';

interface Responses {
  responses?: Record<string, { content?: Record<string, { examples?: Record<string, { value?: object }> }> }>;
}

/** A copy in which every problem example names the path of its operation; operations share the examples until then. */
export function placeProblems(document: OpenAPIObject): OpenAPIObject {
  // Serialising unshares the examples.
  const placed = JSON.parse(JSON.stringify(document)) as OpenAPIObject;
  for (const [path, item] of Object.entries(placed.paths)) {
    const responses = Object.values(item as Record<string, Responses>).flatMap((operation) => Object.values(operation.responses ?? {}));
    const examples = responses.flatMap(({ content }) => Object.values(content?.['application/problem+json']?.examples ?? {}));
    for (const example of examples) example.value = { ...example.value, instance: path };
  }
  return placed;
}
