import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { Problem } from './problem';
import { problemKinds, type ProblemKind } from './problem-kinds';

// Named, because a bundler may give classes other names.
@ApiSchema({ name: 'InvalidValue' })
class InvalidValue {
  @ApiProperty({ description: 'JSON pointer to the value.' })
  pointer: string;

  @ApiProperty()
  detail: string;
}

@ApiSchema({ name: 'Problem' })
class ProblemAnswer {
  @ApiProperty({ description: 'One for each kind.' })
  type: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: 'integer', minimum: 400, maximum: 599 })
  status: number;

  @ApiProperty()
  detail: string;

  @ApiProperty({ description: 'The path that was asked for.' })
  instance: string;

  @ApiPropertyOptional({ type: [InvalidValue] })
  errors?: InvalidValue[];
}

/** Models that an API description has to name besides those of the routes. */
export const problemModels = [ProblemAnswer, InvalidValue];

/** An answer with problems, as OpenAPI has it. */
export interface ProblemResponse {
  description: string;
  content: Record<'application/problem+json', { schema: { $ref: string }; examples: Record<string, ProblemExample> }>;
}

interface ProblemExample {
  summary: string;
  value: Record<string, unknown>;
}

/** Class or method decorator: documents the problems that a route answers with besides its good answers. Kinds of one status belong into one call. */
export function AnswersProblems(...kinds: ProblemKind[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...Object.entries(problemResponses(...kinds)).map(([status, response]) => ApiResponse({ status: Number(status), ...response })),
  );
}

/** By status, each with an example of every kind. */
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
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemAnswer) }, examples } },
  };
}

/** The description of an API puts the path in which it stands here. */
function exampleOf(kind: ProblemKind): Record<string, unknown> {
  const errors = kind === 'validation-failed' ? [{ pointer: '/name_of_the_value', detail: 'What it has to be.' }] : undefined;
  return Problem.of(kind, { errors }).toBody('/api');
}
