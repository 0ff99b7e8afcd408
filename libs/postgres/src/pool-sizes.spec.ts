import { neededConnections } from './pool-sizes';

const apps = { connectionApis: 8, adminApis: 2, ingresses: 8, workers: 10, workerConcurrency: 8 };

it.each([
  ['with Redis as docs/operations/scaling.md adds up', { ...apps, hasRedis: true }, 496],
  ['without Redis by its formula', { ...apps, hasRedis: false }, 34 * 8 + 23 * 2 + 14 * 8 + 47 * 10 + 20],
])('the connections that the apps need are, %s', (_, counts, needed) => {
  expect(neededConnections(counts)).toBe(needed);
});
