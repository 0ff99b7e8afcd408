import { Param, type PipeTransform } from '@nestjs/common';
import { uuidShape } from '@sync/http-api';
import { Problem } from '@sync/service-runtime';

/** Anything that is not a UUID is not found, without a query. */
const uuidOnly: PipeTransform<string, string> = {
  transform(text) {
    if (!uuidShape.test(text)) throw Problem.of('not-found');
    return text.toLowerCase();
  },
};

/** Parameter decorator: the id of a user, or of something that belongs to one, in the path. */
export function UserPartId(name: string): ParameterDecorator {
  return Param(name, uuidOnly);
}
