import { getSchemaPath } from '@nestjs/swagger';
import { problemKinds, type ProblemKind } from './problem-kinds';

interface ReferenceSchema {
  $ref: string;
}

/** The schema of a response that is one of these kinds. Each has its own `type`, so that a generated client tells them apart by it. */
export function problemSchema(kinds: readonly ProblemKind[]): ReferenceSchema | { oneOf: ReferenceSchema[] } {
  const references = kinds.map((kind) => ({ $ref: getSchemaPath(schemaName(kind)) }));
  const [only] = references;
  return only && references.length === 1 ? only : { oneOf: references };
}

/** `validation-failed`: `ValidationFailedProblem`. */
function schemaName(kind: ProblemKind): string {
  const words = kind.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Problem`;
}

const base = {
  type: 'object',
  description: 'A problem (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Stable: branch on it. The address of a page with cause and remedy.' },
    title: { type: 'string', description: 'Belongs to the type.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'About this occurrence, for people. Its wording may change.' },
    instance: { type: 'string', description: 'Path of the request.' },
  },
};

const invalidValues = {
  errors: { type: 'array', items: { $ref: getSchemaPath('InvalidValue') }, description: 'Each value that is not valid.' },
};

const verification = {
  reason: {
    type: 'string',
    description:
      'Why, for programs: one of redirected, tls, unreachable, not_found, not_this_platform, other_platform, refused, slow, other. Only for a plugin that was invited by a connection token.',
  },
  location_origin: { type: 'string', format: 'uri', description: 'With `redirected`: where the shop redirects to.' },
};

const ownMembers: Partial<Record<ProblemKind, object>> = { 'validation-failed': invalidValues, 'verification-failed': verification };

function schemaOf(kind: ProblemKind): object {
  const { status, title, cause, remedy } = problemKinds[kind];
  const own = {
    type: { type: 'string', const: `/problems/${kind}` },
    title: { type: 'string', const: title },
    status: { type: 'integer', const: status },
  };
  return {
    description: `${cause} ${remedy}`,
    allOf: [
      { $ref: getSchemaPath('Problem') },
      { type: 'object', required: Object.keys(own), properties: { ...own, ...ownMembers[kind] } },
    ],
  };
}

/** Schemas that an API description must have for the problems among `kinds`, by name. */
export function problemSchemas(kinds: Iterable<ProblemKind>): Record<string, object> {
  return { Problem: base, ...Object.fromEntries([...kinds].map((kind) => [schemaName(kind), schemaOf(kind)])) };
}
