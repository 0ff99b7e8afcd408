import type { PipeTransform } from '@nestjs/common';
import { IdInPath } from '../api-description/id-in-path';
import { uuidShape } from '../paging/cursor';
import { noSuchConnection } from './no-such-connection';

/** Anything that is not a UUID is not found, without a query. */
const uuidOnly: PipeTransform<string, string> = {
  transform(text) {
    if (!uuidShape.test(text)) throw noSuchConnection();
    return text;
  },
};

/** Parameter decorator: the id of a connection in the path. */
export function ConnectionId(name: string): ParameterDecorator {
  return IdInPath(name, uuidOnly);
}
