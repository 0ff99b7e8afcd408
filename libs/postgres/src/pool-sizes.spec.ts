import { neededConnections } from './pool-sizes';

const apps = { connectionApis: 8, adminApis: 2, ingresses: 8, workers: 10, workerConcurrency: 8 };

it.each([
  ['with Redis as docs/operations/scaling.md adds up', { ...apps, hasRedis: true }, 506],
  ['without Redis by its formula', { ...apps, hasRedis: false }, 38 * 8 + 27 * 2 + 18 * 8 + 62 * 10 + 20],
])('the connections that the apps need are, %s', (_, counts, needed) => {
  expect(neededConnections(counts)).toBe(needed);
});
