import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { Problem, type ProblemDetail } from '../problems/problem';

/** Checks bodies and queries by their classes. Members that a class does not know are left out. Every failure is one 422 that names each place. */
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

/** For a body whose class depends on its members. Throws Problem. */
export function validated<T extends object>(metatype: new () => T, value: unknown): Promise<T> {
  return pipe.transform(value, { type: 'body', metatype }) as Promise<T>;
}

/**
 * Of the rules of a value that it breaks, the one that stands first in its class, where its type is: a value of another type breaks the
 * others for no reason of its own. Decorators are applied from the last to the first.
 */
function detailsOf(error: ValidationError, above: string): ProblemDetail[] {
  const pointer = `${above}/${error.property}`;
  const [rule, detail] = Object.entries(error.constraints ?? {}).at(-1) ?? [];
  const below = (error.children ?? []).flatMap((child) => detailsOf(child, pointer));
  if (rule === undefined || detail === undefined) return below;
  const elements = elementsThatBreak(rule, error);
  const places = elements.length > 0 ? elements.map((index) => `${pointer}/${index}`) : [pointer];
  return [...places.map((place) => ({ pointer: place, detail })), ...below];
}

/** Where in a list, when the rule is one for each element. */
function elementsThatBreak(rule: string, { target, property, value }: ValidationError): number[] {
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
    const about = { value: element, object: target, property, targetName: target.constructor.name };
    return rules.every(({ instance, constraints }) => instance.validate(element, { ...about, constraints }) === true) ? [] : [index];
  });
}
