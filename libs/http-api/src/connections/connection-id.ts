import type { PipeTransform } from '@nestjs/common';
import { IdInPath } from '../api-description/id-in-path';
import { uuidShape } from '../paging/cursor';
import { noSuchConnection } from './no-such-connection';

/** Throws Problem: anything that is not a UUID is not found, without a query. */
export function requireConnectionId(text: string): void {
  if (!uuidShape.test(text)) throw noSuchConnection();
}

const uuidOnly: PipeTransform<string, string> = {
  transform(text) {
    requireConnectionId(text);
    return text;
  },
};

/** Parameter decorator: the id of a connection in the path. */
export function ConnectionId(name: string): ParameterDecorator {
  return IdInPath(name, uuidOnly);
}
