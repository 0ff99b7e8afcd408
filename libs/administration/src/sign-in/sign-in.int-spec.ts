import { until } from '@sync/test-harness';
import { Client } from 'pg';
import { resetPassword } from '../passwords/reset-password';
import { AdministrationScene, elsewhere, home, operator } from '../testing/administration-scene';
import { codeOf } from '../testing/totp-code';
import { changeUser } from '../users/change-user';

describe('signing in', () => {
  let scene: AdministrationScene;

  beforeAll(async () => {
    scene = await AdministrationScene.set();
  });
  afterAll(() => scene.strike());
  beforeEach(() => scene.sql('delete from sign_in_failures'));

  const outcome = (begun: Promise<unknown>) =>
    begun.then(
      () => 'a session',
      (error: Error) => (error.name === 'TooManyAttempts' ? 'too many attempts' : error.message),
    );
  const refused = 'Login, password or code is wrong.';

  it('begins a session whose token is stored as a hash only, and is audited with address and request', async () => {
    const { login, password, id } = await scene.person();
    const session = await scene.begin(` ${login.toUpperCase()} `, password, { requestId: 'request-1' });
    expect(session.token.reveal()).toMatch(/^sas_[\w-]{43}$/);
    expect(await scene.session(session)).toMatchObject({ user: { id, mustChangePassword: true }, session: { id: session.id } });
    const [entry] = await scene.sql('select * from audit_log where object_id = $1', [session.id]);
    expect(entry).toMatchObject({ actor: `administrator:${id}`, action: 'session.begin', address: home, request_id: 'request-1' });
    expect(JSON.stringify(await scene.sql('select * from user_sessions'))).not.toContain(session.token.reveal());
  });

  it('refuses a first password that expires while it is verified', async () => {
    const { id, login, password } = await scene.person();
    const runner = scene.database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('update users set password_expires_at = now() where id = $1', [id]);
    // It has read the account, verified the password, and waits for the row.
    const begun = outcome(scene.begin(login, password));
    await until(
      async () =>
        (await scene.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length > 0,
    );
    await runner.commitTransaction();
    await runner.release();
    expect(await begun).toBe(refused);
  });

  it('refuses every wrong combination in the same words, after the same statements', async () => {
    const plain = await scene.person();
    const disabled = await scene.person();
    await changeUser(scene.database.dataSource, operator, disabled.id, { disabled: true });
    const expired = await scene.person();
    await scene.sql(`update users set password_expires_at = now() where id = $1`, [expired.id]);
    const oidcOnly = await scene.person();
    await scene.sql('update users set password_hash = null where id = $1', [oidcOnly.id]);
    const enrolled = await scene.person();
    const { secret, used, next } = await scene.enrol(enrolled);
    const attempts: [string, string, string, string?][] = [
      ['an unknown login', 'unknown@example.com', plain.password],
      ['a wrong password', plain.login, 'wrong-wrong-wrong'],
      ['an empty password', plain.login, ''],
      ['a disabled user', disabled.login, disabled.password],
      ['a first password that has expired', expired.login, expired.password],
      ['a user without a password', oidcOnly.login, 'anything-at-all'],
      ['a missing code', enrolled.login, enrolled.password],
      ['a wrong code', enrolled.login, enrolled.password, '000000'],
      ['the code that confirmed the second factor', enrolled.login, enrolled.password, used],
      ['a code of ten minutes ago', enrolled.login, enrolled.password, codeOf(secret, Date.now() - 600_000)],
      ['a right code with a wrong password', enrolled.login, 'wrong-wrong-wrong', next],
    ];
    const query = jest.spyOn(Client.prototype, 'query');
    for (const [what, login, password, typed] of attempts) {
      query.mockClear();
      expect([what, await outcome(scene.begin(login, password, { code: typed })), query.mock.calls.length]).toEqual([what, refused, 6]);
    }
    query.mockRestore();
    expect(await scene.sql('select from user_sessions where user_id = any($1)', [[disabled.id, oidcOnly.id, enrolled.id]])).toEqual([]);
  });

  it.each(['created', 'reset'])(
    'a password that was %s signs in for 7 days; then the log may say why, and a new reset helps',
    async (how) => {
      const { id, login, ...person } = await scene.person();
      const reset = async () => (await resetPassword(scene.database.dataSource, operator, id, { removesTotp: false })).reveal();
      const password = how === 'reset' ? await reset() : person.password;
      const age = (time: string) =>
        scene.sql('update users set password_expires_at = password_expires_at - $2::interval where id = $1', [id, time]);
      await age('6 days 23 hours 59 minutes');
      const session = await scene.begin(login, password);
      await age('1 minute');
      const failure = await scene.begin(login, password).catch((error: unknown) => error);
      expect(failure).toMatchObject({ message: refused, forOperator: { userId: id, cause: 'first password expired' } });
      expect(await scene.begin(login, 'wrong-wrong-wrong').catch((error: unknown) => error)).toMatchObject({ forOperator: {} });
      const change = scene.changePassword({ ...person, id, login }, session.id, password, 'a tall green staircase');
      await expect(change).rejects.toMatchObject({ errors: [{ pointer: '/current_password' }] });
      const again = await reset();
      await scene.changePassword({ ...person, id, login }, (await scene.begin(login, again)).id, again, 'a tall green staircase');
      await scene.sql(`update users set created_at = created_at - interval '1 year' where id = $1`, [id]);
      expect(await outcome(scene.begin(login, 'a tall green staircase'))).toBe('a session');
    },
  );

  it('takes a code once, of 5 concurrent sign-ins with it', async () => {
    const { login, password, ...user } = await scene.person();
    const { next } = await scene.enrol({ ...user, login });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(scene.begin(login, password, { code: next }))));
    expect(outcomes.sort()).toEqual([refused, refused, refused, refused, 'a session'].sort());
  });

  it('refuses a password that was reset while it was verified', async () => {
    const { login, password, id } = await scene.person();
    const begun = outcome(scene.begin(login, password));
    const reset = resetPassword(scene.database.dataSource, operator, id, { removesTotp: false });
    await Promise.all([begun, reset]);
    expect(await scene.sql('select from user_sessions where user_id = $1', [id])).toEqual([]);
  });

  describe('after failures', () => {
    it('slows down one account from one address after 5, also concurrent ones, and no other account or address', async () => {
      const [guessed, other] = [await scene.person(), await scene.person()];
      const guesses = await Promise.all(Array.from({ length: 20 }, () => outcome(scene.begin(guessed.login, 'guess-guess-guess'))));
      expect(guesses.filter((guess) => guess === refused)).toHaveLength(5);
      expect(await outcome(scene.begin(guessed.login, guessed.password))).toBe('too many attempts');
      expect(await outcome(scene.begin(guessed.login, guessed.password, { address: elsewhere }))).toBe('a session');
      expect(await outcome(scene.begin(other.login, other.password))).toBe('a session');
    });

    it('a stranger with many addresses slows down strangers, and never the addresses where the user signed in before', async () => {
      const { login, password } = await scene.person();
      await scene.begin(login, password, { address: home });
      const from = (number: number) => ({ address: `203.0.113.${number}` });
      for (let number = 1; number <= 20; number += 1)
        expect(await outcome(scene.begin(login, 'guess-guess-guess', from(number)))).toBe(refused);
      expect(await outcome(scene.begin(login, password, from(21)))).toBe('too many attempts');
      expect(await outcome(scene.begin(login, password, { address: home }))).toBe('a session');
      await scene.sql(`update sign_in_failures set ends_at = ends_at - interval '30 seconds'`);
      expect(await outcome(scene.begin(login, password, from(21)))).toBe('a session');
    });

    it('slows down logins that do not exist just the same', async () => {
      const guesses = [];
      for (let count = 0; count < 6; count += 1) guesses.push(await outcome(scene.begin('unknown@example.com', 'guess-guess-guess')));
      expect(guesses).toEqual([...Array.from({ length: 5 }, () => refused), 'too many attempts']);
    });

    it('counts the addresses of an IPv6 network as one, and says how long to wait', async () => {
      const from = (count: number) => ({ address: `2001:db8:0:1::${count}` });
      const guess = (count: number) => scene.begin(`unknown-${count}@example.com`, 'guess-guess-guess', from(count));
      for (let count = 0; count < 50; count += 1) expect(await outcome(guess(count))).toBe(refused);
      await expect(guess(50)).rejects.toMatchObject({ name: 'TooManyAttempts', retryAfterSeconds: expect.any(Number) as number });
      const wait = await guess(51).catch(({ retryAfterSeconds }: { retryAfterSeconds: number }) => retryAfterSeconds);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(20);
      expect(await outcome(scene.begin('unknown@example.com', 'guess-guess-guess', { address: '2001:db8:0:2::1' }))).toBe(refused);
    });

    it('a success is not counted and forgets them; counts that ran out are deleted', async () => {
      const { login, password } = await scene.person();
      for (let round = 0; round < 4; round += 1) {
        for (let count = 0; count < 4; count += 1) await outcome(scene.begin(login, 'guess-guess-guess'));
        expect(await outcome(scene.begin(login, password))).toBe('a session');
      }
      await scene.sql('update sign_in_failures set ends_at = now()');
      await outcome(scene.begin('unknown@example.com', 'guess-guess-guess', { address: elsewhere }));
      expect(await scene.sql('select from sign_in_failures')).toHaveLength(3);
    });
  });

  it('asks for codes of the new secret after the second factor was removed and set up again', async () => {
    const person = await scene.person();
    const { next: old } = await scene.enrol(person);
    const password = (await resetPassword(scene.database.dataSource, operator, person.id, { removesTotp: true })).reveal();
    expect(await outcome(scene.begin(person.login, password))).toBe('a session');
    const { next } = await scene.enrol(person);
    expect(await outcome(scene.begin(person.login, password, { code: old }))).toBe(refused);
    expect(await outcome(scene.begin(person.login, password, { code: next }))).toBe('a session');
  });
});
