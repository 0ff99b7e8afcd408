import { sharePlaces } from './share-places';

const claimant = (connectionId: string, tenant: string, running: number, wanted: number) => ({ connectionId, tenant, running, wanted });

it.each([
  ['one connection gets all it wants', [claimant('a', 'A', 0, 10)], 4, { a: 4 }],
  ['no more than it wants', [claimant('a', 'A', 0, 1), claimant('b', 'B', 0, 9)], 4, { a: 1, b: 3 }],
  ['two tenants get as much', [claimant('a', 'A', 0, 9), claimant('b', 'B', 0, 9)], 4, { a: 2, b: 2 }],
  ['the longest waiting first', [claimant('b', 'B', 0, 9), claimant('a', 'A', 0, 9)], 1, { b: 1 }],
  ['the one that holds nothing before the one that holds some', [claimant('a', 'A', 3, 9), claimant('b', 'B', 0, 9)], 1, { b: 1 }],
  [
    'many connections of a tenant are one tenant',
    [claimant('a1', 'A', 0, 9), claimant('a2', 'A', 0, 9), claimant('a3', 'A', 0, 9), claimant('b', 'B', 0, 9)],
    4,
    { a1: 1, a2: 1, b: 2 },
  ],
  ['nothing is free', [claimant('a', 'A', 4, 9)], 0, {}],
  ['more is taken than there is', [claimant('a', 'A', 4, 9)], -2, {}],
])('%s', (_title, claimants, free, places) => {
  expect(Object.fromEntries(sharePlaces(claimants, free))).toEqual(places);
});
