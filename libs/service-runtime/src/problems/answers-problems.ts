import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { problemKinds, type ProblemKind } from './problem-kinds';

class InvalidValue {
  @ApiProperty({ description: 'JSON pointer to the value.' })
  pointer: string;

  @ApiProperty()
  detail: string;
}

class ProblemAnswer {
  @ApiProperty({ example: '/problems/not-found', description: 'One for each kind.' })
  type: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
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

/** Class or method decorator: documents the problems that a route answers with besides its good answers. Kinds of one status belong into one call. */
export function AnswersProblems(...kinds: ProblemKind[]): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(kinds.map((kind) => problemKinds[kind].status))];
  return applyDecorators(...statuses.map((status) => ApiResponse(problemResponse(status, kinds))));
}

function problemResponse(status: number, kinds: ProblemKind[]) {
  const described = kinds.filter((kind) => problemKinds[kind].status === status);
  return {
    status,
    description: described.map((kind) => `/problems/${kind}: ${problemKinds[kind].title}`).join('. '),
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemAnswer) } } },
  };
}
