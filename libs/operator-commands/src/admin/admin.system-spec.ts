import { execFile } from 'node:child_process';
import { appBundle, createTestDatabase, type TestDatabase } from '@sync/test-harness';

interface Run {
  status: unknown;
  stdout: string;
}

/** Runs the real command. */
const run = (args: string[], database: TestDatabase) => {
  const env = { ...process.env, DATABASE_URL: database.ownerUrl };
  return new Promise<Run>((resolve) => {
    execFile(process.execPath, [appBundle('operations'), 'admin', ...args], { env }, (error, stdout) =>
      resolve({ status: error ? error.code : 0, stdout: stdout.trim() }),
    );
  });
};

describe('admin', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const shown = /^Login +ada@example\.com\nPassword +(\S{24})\n/;
  const user = async () => {
    const [row] = await database.dataSource.query<Record<string, unknown>[]>(
      `select role, must_change_password, disabled_at, totp_secret, password_hash from users where login = 'ada@example.com'`,
    );
    return row;
  };

  it('makes a super administrator once, and prints the generated password, which nothing else stores', async () => {
    const { status, stdout } = await run(['create', '--login', 'Ada@example.com', '--name', 'Ada'], database);
    const [, password = ''] = shown.exec(stdout) ?? [];
    expect([status, await user()]).toMatchObject([0, { role: 'super_admin', must_change_password: true }]);
    expect(JSON.stringify([await user(), await database.dataSource.query('select * from audit_log')])).not.toContain(password);
    expect(await run(['create', '--login', 'ada@example.com'], database)).toEqual({ status: 1, stdout: 'Another user has this login.' });
  });

  it('lets a user in again who lost password and second factor, or was disabled', async () => {
    await database.dataSource.query(`update users set disabled_at = now(), totp_secret = 'v1.', totp_confirmed_at = now()`);
    const before = await user();
    const { status, stdout } = await run(['reset', '--login', 'ada@example.com'], database);
    expect([status, stdout]).toEqual([0, expect.stringMatching(shown)]);
    expect(await user()).toMatchObject({ disabled_at: null, totp_secret: null, must_change_password: true });
    expect((await user())?.password_hash).not.toBe(before?.password_hash);
    expect(await run(['reset', '--login', 'unknown'], database)).toEqual({ status: 1, stdout: 'The user does not exist.' });
  });
});
