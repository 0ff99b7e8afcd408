import { neededConnections } from './pool-sizes';

const apps = { connectionApis: 8, adminApis: 2, ingresses: 8, workers: 10, workerConcurrency: 8 };

it.each([
  ['with Redis as docs/operations/scaling.md adds up', { ...apps, hasRedis: true }, 506],
  ['without Redis by its formula', { ...apps, hasRedis: false }, 36 * 8 + 25 * 2 + 16 * 8 + 55 * 10 + 20],
])('the connections that the apps need are, %s', (_, counts, needed) => {
  expect(neededConnections(counts)).toBe(needed);
});
