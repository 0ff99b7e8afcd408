import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignWrites, mayHide, tableOwners, tablesOfEntities } from './table-owners';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Shipped code: tests and tools prepare rows of any table. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path.endsWith('.ts') && existsSync(join(root, path)))
  .filter((path) => !/spec\.ts$|\/testing\/|^libs\/(test-harness|demo-shops|schema\/src\/migrations)\//.test(path));
const entities = tablesOfEntities(files.filter((path) => path.endsWith('.entity.ts')).map(read));

describe('each table is written by its owner only', () => {
  it('in every file of apps and libs', () => {
    const found = files.map((path) => [path, foreignWrites(path, read(path), entities)] as const).filter(([, tables]) => tables.length > 0);
    expect(Object.fromEntries(found)).toEqual({});
  });

  it.each([
    ['libs/durable-work/src/x.ts', 'update sync_runs set status = $1', ['sync_runs']],
    ['apps/export-worker/src/x.ts', 'insert into tasks (id) select', ['tasks']],
    ['apps/export-worker/src/x.ts', 'delete from orders where', ['orders']],
    ['libs/durable-work/src/x.ts', 'update tasks set state = $1', []],
    ['apps/export-worker/src/x.ts', 'select from tasks for update', []],
    ['apps/export-worker/src/x.ts', "deleteInBatches(sql, 'sync_runs', old, signal)", ['sync_runs']],
    ['libs/connections/src/x.ts', "deleteOfConnection(sql, 'orders', id)", ['orders']],
    ['libs/connections/src/x.ts', 'deleteOfConnection(sql, table, id)', ['(in a variable)']],
    ['libs/connections/src/x.ts', 'delete from ${table} where', ['(in a variable)']],
    ['libs/record-store/src/x.ts', 'deleteOfConnection(sql, table, id)', []],
    ['libs/connections/src/x.ts', 'await manager.update(Tenant, { id }, { name })', ['tenants']],
    ['libs/connections/src/x.ts', 'manager.createQueryBuilder().insert().into(UserSession)', ['user_sessions']],
    ['libs/connections/src/x.ts', 'await manager.findOneBy(Tenant, { id })', []],
    ['libs/domain/src/x.ts', 'await manager.delete(Tenant, { id })', []],
  ])('%s: %s', (path, code, tables) => {
    expect(foreignWrites(path, code, entities)).toEqual(tables);
  });

  it('the owners exist', () => {
    const owners = [...Object.values(tableOwners).flat(), ...mayHide];
    expect(owners.filter((owner) => !existsSync(join(root, owner)))).toEqual([]);
  });

  it('docs/data-model.md names every table and its owner', () => {
    const rows = read('docs/data-model.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    for (const [table, [owner]] of Object.entries(tableOwners))
      expect(rows.some((row) => row.includes(`\`${table}\``) && row.includes(`\`${owner}\``))).toBe(true);
  });

  it('the initial schema creates no other tables', () => {
    const created = execFileSync('git', ['grep', '-hoE', 'create table [a-z_]+', '--', 'libs/schema/src/migrations'], {
      cwd: root,
      encoding: 'utf8',
    });
    const names = created
      .trim()
      .split('\n')
      .map((line) => line.replace('create table ', ''));
    expect(names.filter((name) => !(name in tableOwners))).toEqual([]);
  });
});
