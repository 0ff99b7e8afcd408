import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { Problem } from './problem';
import { problemKinds, type ProblemKind } from './problem-kinds';

// Named explicitly, because a bundler may rename classes.
@ApiSchema({ name: 'InvalidValue' })
class InvalidValue {
  @ApiProperty({ description: 'JSON pointer to the value.' })
  pointer: string;

  @ApiProperty()
  detail: string;
}

@ApiSchema({ name: 'Problem' })
class ProblemSchema {
  @ApiProperty({ description: 'Stable identifier of the kind of problem.' })
  type: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: 'integer', minimum: 400, maximum: 599 })
  status: number;

  @ApiProperty()
  detail: string;

  @ApiProperty({ description: 'Path of the request.' })
  instance: string;

  @ApiPropertyOptional({ type: [InvalidValue] })
  errors?: InvalidValue[];
}

/** Models that an API description must register in addition to those of its routes. */
export const problemModels = [ProblemSchema, InvalidValue];

/** A problem response in OpenAPI terms. */
export interface ProblemResponse {
  description: string;
  content: Record<'application/problem+json', { schema: { $ref: string }; examples: Record<string, ProblemExample> }>;
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
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemSchema) }, examples } },
  };
}

/** `/api` is a placeholder; the API description replaces it with the path of the operation. */
function exampleOf(kind: ProblemKind): Record<string, unknown> {
  const errors = kind === 'validation-failed' ? [{ pointer: '/name_of_the_value', detail: 'The expected format.' }] : undefined;
  return Problem.of(kind, { errors }).toBody('/api');
}
