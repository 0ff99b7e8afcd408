import type { Operation, Route } from './reference-route';
import { tryForm, type TryIt } from './reference-try';

const credential = { name: 'Session', header: 'authorization: Bearer sas_…' };
const operation: Operation = { operationId: 'one', summary: 'One', description: 'One.', tags: [], responses: {} };

function credentialsOf(tryIt: TryIt, method: string): string | undefined {
  const route: Route = { method, path: '/api/one', operation };
  return /data-credentials="([^"]+)"/.exec(tryForm(route, credential, tryIt).text)?.[1];
}

it.each<[TryIt, string, string | undefined]>([
  ['reads', 'GET', 'same-origin'],
  ['reads', 'POST', undefined],
  ['reads', 'DELETE', undefined],
  ['every', 'GET', 'omit'],
  ['every', 'DELETE', 'omit'],
])('a form that may send a cookie reads only: %s, %s', (tryIt, method, expected) => {
  expect(credentialsOf(tryIt, method)).toBe(expected);
});
