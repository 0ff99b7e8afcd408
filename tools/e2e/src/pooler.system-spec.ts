import { startPgBouncer, type PgBouncer } from '@sync/embedded-services';
import { ServiceUnderTest } from './testing/service-under-test';
import { smallestJourney } from './testing/smallest-journey';

let service: ServiceUnderTest;
let pooler: PgBouncer;

beforeAll(async () => {
  // Fewer server connections than the apps have clients.
  const way = async (own: string) => {
    pooler = await startPgBouncer({ serverUrl: own, poolSize: 4 });
    return { DATABASE_URL: pooler.through(own), DATABASE_DIRECT_URL: own };
  };
  service = await ServiceUnderTest.start({ way });
});
afterAll(async () => {
  await service.stop();
  await pooler.stop();
});

it('behind PgBouncer in transaction mode a shop is linked, exported, its webhook taken and its records served', async () => {
  await smallestJourney(service);
  expect(service.output).not.toMatch(/"level":"(?:error|fatal)"/);
  expect(await service.rows(`select from tasks where state <> 'done'`)).toEqual([]);
});
