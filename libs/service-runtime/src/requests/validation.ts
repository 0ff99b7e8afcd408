import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { Problem, type ProblemDetail } from '../problems/problem';

/** Validates bodies and queries against their classes and drops unknown members. A failure is one 422 that lists every invalid value. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    transform: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => Problem.invalid(errors.flatMap((error) => detailsOf(error, ''))),
  });
}

const pipe = validationPipe();

/** For a body whose class depends on its content. Throws Problem. */
export function validated<T extends object>(metatype: new () => T, value: unknown): Promise<T> {
  return pipe.transform(value, { type: 'body', metatype }) as Promise<T>;
}

/**
 * Reports the first broken rule of a value as written in its class, which is its type: a value of the wrong type breaks the other rules
 * only as a consequence. Decorators run last to first, so the first error is `at(-1)`.
 */
function detailsOf(error: ValidationError, above: string): ProblemDetail[] {
  const pointer = `${above}/${error.property}`;
  const [rule, detail] = Object.entries(error.constraints ?? {}).at(-1) ?? [];
  const below = (error.children ?? []).flatMap((child) => detailsOf(child, pointer));
  if (rule === undefined || detail === undefined) return below;
  const elements = invalidElements(rule, error);
  const places = elements.length > 0 ? elements.map((index) => `${pointer}/${index}`) : [pointer];
  return [...places.map((place) => ({ pointer: place, detail })), ...below];
}

/** Indexes of the invalid elements, for a rule that applies to each element of a list. */
function invalidElements(rule: string, { target, property, value }: ValidationError): number[] {
  if (!Array.isArray(value) || target === undefined) return [];
  const storage = getMetadataStorage();
  const rules = storage
    .getTargetValidationMetadatas(target.constructor, '', false, false)
    .filter(({ propertyName, each }) => each && propertyName === property)
    .flatMap(({ constraintCls, constraints }) =>
      storage.getTargetValidatorConstraints(constraintCls).map(({ name, instance }) => ({ name, instance, constraints })),
    )
    .filter(({ name }) => name === rule);
  return value.flatMap((element: unknown, index) => {
    const argument = { value: element, object: target, property, targetName: target.constructor.name };
    return rules.every(({ instance, constraints }) => instance.validate(element, { ...argument, constraints }) === true) ? [] : [index];
  });
}
