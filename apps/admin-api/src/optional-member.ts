import { ValidateIf } from 'class-validator';

/** Property decorator: the member may be absent, which leaves what it names as it is; null is a value like any other. */
export function OptionalMember(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
