import type { PipeTransform } from '@nestjs/common';
import { IdInPath, uuidShape } from '@sync/http-api';
import { Problem } from '@sync/service-runtime';

/** The same problem for what never was, what is gone, and what the user may not see. `what`: a noun, such as `tenant`. */
export function noSuch(what: string): Problem {
  return new Problem('not-found', `This ${what} does not exist.`);
}

/** Parameter decorator: an id in the path. Anything that is not a UUID is not found, without a query. */
export function PathId(name: string, what: string): ParameterDecorator {
  const uuidOnly: PipeTransform<string, string> = {
    transform(text) {
      if (!uuidShape.test(text)) throw noSuch(what);
      return text.toLowerCase();
    },
  };
  return IdInPath(name, uuidOnly);
}
