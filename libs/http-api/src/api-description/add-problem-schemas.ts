import type { OpenAPIObject } from '@nestjs/swagger';
import { problemKinds, problemSchemas, type ProblemKind } from '@sync/service-runtime';
import type { Schemas } from './schemas';

/** Adds the schemas of the problems that operations respond with. */
export function addProblemSchemas(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document.paths);
  const kinds = (Object.keys(problemKinds) as ProblemKind[]).filter((kind) => text.includes(`"/problems/${kind}"`));
  const schemas = { ...document.components?.schemas, ...(problemSchemas(kinds) as Schemas) };
  return { ...document, components: { ...document.components, schemas } };
}
