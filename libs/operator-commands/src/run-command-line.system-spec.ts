import { execFile } from 'node:child_process';
import { appBundle, createTestDatabase, type TestDatabase } from '@sync/test-harness';

interface Run {
  code: unknown;
  output: string;
  errors: string;
}

/** The deployable, with nothing in its environment but this. */
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<Run>((resolve) => {
    execFile(process.execPath, [appBundle('operations'), ...args], { env }, (error, output, errors) =>
      resolve({ code: error ? error.code : 0, output, errors }),
    );
  });

describe('the operations app', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  it('lists its commands with --help, and refuses an unknown command in one sentence with exit code 2', async () => {
    const [help, unknown, none] = await Promise.all([run(['--help']), run(['dance']), run([])]);
    expect({ ...help, output: '' }).toEqual({ code: 0, output: '', errors: '' });
    for (const name of ['migrate', 'failed-tasks', 'doctor', 'erase', 'quota', 'admin'])
      expect(help.output).toMatch(new RegExp(`^  ${name} `, 'm'));
    const list = 'choose one of migrate, failed-tasks, doctor, erase, quota, keys:rotate, admin, or --help.\n';
    expect(unknown).toEqual({ code: 2, output: '', errors: `dance is not a command: ${list}` });
    expect(none).toEqual({ code: 2, output: '', errors: `Name a command: ${list}` });
  });

  it.each([
    ['unset', {}, 'DATABASE_URL is missing: set it to the database of the service.\n'],
    ['unusable', { DATABASE_URL: 'mysql://canary' }, expect.stringMatching(/^DATABASE_URL should be [^\n]+\n$/) as string],
    [
      'unreachable',
      { DATABASE_URL: 'postgres://a:canary@127.0.0.1:1/b' },
      expect.stringMatching(/^The database could not be migrated [^\n]+\n$/) as string,
    ],
  ])('says in one line, without its password, that the database is %s', async (_, environment: Record<string, string>, line) => {
    const failed = await run(['migrate'], environment);
    expect(failed).toEqual({ code: 1, output: '', errors: line });
    expect(failed.errors).not.toContain('canary');
  });

  it('migrate may run from several places at once, and again', async () => {
    const { host, pathname } = new URL(database.ownerUrl);
    const done = { code: 0, output: `The schema is up to date: Postgres at ${host}${pathname}.\n`, errors: '' };
    const migrate = () => run(['migrate'], { DATABASE_URL: database.ownerUrl });
    expect(await Promise.all([migrate(), migrate()])).toEqual([done, done]);
  });
});
