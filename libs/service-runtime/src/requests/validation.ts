import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { Problem, type ProblemDetail } from '../problems/problem';
import { nearestName } from './nearest-name';

/** More names of members than these are not looked at for a misspelling. */
const maxSentNames = 200;

class InvalidValues extends Error {
  constructor(readonly errors: readonly ValidationError[]) {
    super('invalid values');
  }
}

class ValidationAsProblem extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    try {
      return (await super.transform(value, metadata)) as unknown;
    } catch (error) {
      if (!(error instanceof InvalidValues)) throw error;
      throw Problem.invalid(error.errors.flatMap((one) => detailsOf(one, '', value)));
    }
  }
}

/**
 * Validates bodies and queries against their classes and drops unknown members. A failure is one 422 that lists every invalid value. A
 * missing member whose misspelling was sent is called so, because unknown members are ignored.
 */
export function validationPipe(): ValidationPipe {
  return new ValidationAsProblem({
    whitelist: true,
    transform: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new InvalidValues(errors),
  });
}

const pipe = validationPipe();

/** For a body whose class depends on its content. Throws Problem. */
export function validated<T extends object>(metatype: new () => T, value: unknown): Promise<T> {
  return pipe.transform(value, { type: 'body', metatype }) as Promise<T>;
}

/**
 * Reports the first broken rule of a value as written in its class, which is its type: a value of the wrong type breaks the other rules
 * only as a consequence. Decorators run last to first, so the first error is `at(-1)`. `sent`: the object as the client sent it.
 */
function detailsOf(error: ValidationError, above: string, sent: unknown): ProblemDetail[] {
  const pointer = `${above}/${error.property}`;
  const [rule, detail] = Object.entries(error.constraints ?? {}).at(-1) ?? [];
  const inside = isObject(sent) ? sent[error.property] : undefined;
  const below = (error.children ?? []).flatMap((child) => detailsOf(child, pointer, inside));
  if (rule === undefined || detail === undefined) return below;
  const misspelling = isObject(sent) && inside === undefined ? misspellingOf(error, Object.keys(sent)) : undefined;
  if (misspelling !== undefined) return [{ pointer, detail: `${error.property} is missing; did you mean ${misspelling}?` }];
  const elements = invalidElements(rule, error);
  const places = elements.length > 0 ? elements.map((index) => `${pointer}/${index}`) : [pointer];
  return [...places.map((place) => ({ pointer: place, detail })), ...below];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The name, unknown to the class, that was sent in place of the missing one. */
function misspellingOf({ property, target }: ValidationError, sent: readonly string[]): string | undefined {
  const members = getMetadataStorage().getTargetValidationMetadatas(target?.constructor ?? Object, '', false, false);
  const known = new Set(members.map(({ propertyName }) => propertyName));
  return nearestName(
    property,
    sent.slice(0, maxSentNames).filter((name) => !known.has(name)),
  );
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
