import { writeFileSync } from 'node:fs';
import { CannotStart, reasonOf } from './cannot-start';

const errorOf = (action: () => void): unknown => {
  try {
    return action();
  } catch (error) {
    return error;
  }
};
const full = /^The disk of the data folder is full\..*DATA_FOLDER[^\n]*$/;

it.each<[string, unknown, RegExp]>([
  ['a file on a full disk', errorOf(() => writeFileSync('/dev/full', 'x')), full],
  ['initdb on a full disk', new Error('initdb failed: FATAL:  could not write to file "pg_wal/x": No space left on device'), full],
  ['the migration on a full disk', new CannotStart('The database could not be migrated: No space left on device'), full],
  ['what a person must solve', new CannotStart('Port 8080 is in use.'), /^Port 8080 is in use\.$/],
  ['a fault of the program', new TypeError('x is not a function'), /^TypeError: x is not a function\n +at /],
])('%s ends in what helps', (_, error, expected) => expect(reasonOf(error)).toMatch(expected));
