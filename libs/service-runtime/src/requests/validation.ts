import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { Problem, type ProblemDetail } from '../problems/problem';

/** Checks bodies and queries by their classes. Members that a class does not know are left out. Every failure is one 422 that names each place. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    transform: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => Problem.invalid(errors.flatMap((error) => detailsOf(error, ''))),
  });
}

const pipe = validationPipe();

/** For a body whose class depends on its members. Throws Problem. */
export function validated<T extends object>(metatype: new () => T, value: unknown): Promise<T> {
  return pipe.transform(value, { type: 'body', metatype }) as Promise<T>;
}

function detailsOf({ property, constraints = {}, children = [] }: ValidationError, above: string): ProblemDetail[] {
  const pointer = `${above}/${property}`;
  return [...Object.values(constraints).map((detail) => ({ pointer, detail })), ...children.flatMap((child) => detailsOf(child, pointer))];
}
