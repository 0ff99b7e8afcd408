import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, ApiSchema } from '@nestjs/swagger';
import { Problem } from './problem';
import { problemKinds, type ProblemKind } from './problem-kinds';
import { problemSchema } from './problem-schemas';

// Named explicitly, because a bundler may rename classes.
@ApiSchema({ name: 'InvalidValue' })
class InvalidValue {
  @ApiProperty({ description: 'JSON pointer to the value.' })
  pointer: string;

  @ApiProperty()
  detail: string;

  @ApiPropertyOptional({ description: 'Stable code of the reason. Present where docs/problems.md lists codes.' })
  code?: string;
}

/** Models that an API description must register in addition to those of its routes. */
export const problemModels = [InvalidValue];

/** A problem response in OpenAPI terms. */
export interface ProblemResponse {
  description: string;
  content: Record<'application/problem+json', { schema: ReturnType<typeof problemSchema>; examples: Record<string, ProblemExample> }>;
}

interface ProblemExample {
  summary: string;
  value: Record<string, unknown>;
}

/** Class or method decorator: documents the problems that a route may respond with. List kinds that share a status in one call. */
export function ApiProblems(...kinds: ProblemKind[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(problemResponses(...kinds)).map(([status, response]) => ApiResponse({ status: Number(status), ...response })),
  );
}

/** Keyed by status, with an example of every kind. */
export function problemResponses(...kinds: ProblemKind[]): Record<string, ProblemResponse> {
  const statuses = [...new Set(kinds.map((kind) => problemKinds[kind].status))];
  return Object.fromEntries(
    statuses.map((status) => [status, problemResponse(kinds.filter((kind) => problemKinds[kind].status === status))]),
  );
}

function problemResponse(kinds: ProblemKind[]): ProblemResponse {
  const examples = Object.fromEntries(kinds.map((kind) => [kind, { summary: problemKinds[kind].title, value: exampleOf(kind) }]));
  return {
    description: kinds.map((kind) => `/problems/${kind}: ${problemKinds[kind].title}`).join('. '),
    content: { 'application/problem+json': { schema: problemSchema(kinds), examples } },
  };
}

/** `/api` is a placeholder; the API description replaces it with the path of the operation. */
function exampleOf(kind: ProblemKind): Record<string, unknown> {
  const errors = kind === 'validation-failed' ? [{ pointer: '/name_of_the_value', detail: 'The expected format.' }] : undefined;
  return Problem.of(kind, { errors }).toBody('/api');
}
