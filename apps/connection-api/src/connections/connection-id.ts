import { Param, type PipeTransform } from '@nestjs/common';
import { uuidShape } from '../paging/cursor';
import { noSuchConnection } from './no-such-connection';

/** What is no id cannot be the id of anything: not found, without asking the database. */
const existingShape: PipeTransform<string, string> = {
  transform(text) {
    if (!uuidShape.test(text)) throw noSuchConnection();
    return text;
  },
};

/** Parameter decorator: a connection's id from the path. */
export function ConnectionId(name: string): ParameterDecorator {
  return Param(name, existingShape);
}
