import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { inDeployment } from '../in-deployment';
import { quota } from './quota';

let database: TestDatabase;
let printed: string[] = [];
const tenantId = uuidv7();

beforeAll(async () => {
  database = await createTestDatabase();
  await database.dataSource.query(`insert into tenants (id, name) values ($1, 'Quiet Bay 1234')`, [tenantId]);
  await database.dataSource.query('insert into stored_bytes (tenant_id, slot, bytes) values ($1, 0, 1000000000), ($1, 5, 288490189)', [
    tenantId,
  ]);
});
afterAll(() => database.stop());
beforeEach(() => {
  printed = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

const run = async (...args: string[]) => {
  const code = await quota.run(['--tenant', ...args], inDeployment({ DATABASE_URL: database.ownerUrl }));
  return { code, text: printed.splice(0).join('') };
};

it('shows what a tenant stores and may store, and gives it a quota of its own, which the audit log says', async () => {
  expect(await run(tenantId)).toEqual({ code: 0, text: 'Quiet Bay 1234 stores 1.2 GiB of 5 GiB (the quota of every tenant).\n' });
  expect(await run(tenantId, '--set', '20GiB')).toEqual({
    code: 0,
    text: 'Quiet Bay 1234 stores 1.2 GiB of 20 GiB (a quota of its own).\n',
  });
  expect(await run(tenantId, '--set', '0')).toMatchObject({
    text: expect.stringContaining('of any number (a quota of its own)') as string,
  });
  expect(await run(tenantId, '--set', 'default')).toMatchObject({ text: expect.stringContaining('of 5 GiB (the quota of') as string });
  expect(
    await database.dataSource.query(`select actor, action, before, after from audit_log where tenant_id = $1 order by id limit 1`, [
      tenantId,
    ]),
  ).toEqual([{ actor: 'operator', action: 'tenant.change', before: { max_bytes: null }, after: { max_bytes: 20 * 1024 ** 3 } }]);
});

it('says so where the tenant does not exist', async () => {
  expect(await run(uuidv7(), '--set', '1GiB')).toEqual({ code: 1, text: 'There is no such tenant.\n' });
});
