import { randomBytes } from 'node:crypto';
import { CredentialsCipher, KeyRing } from '@sync/credentials';
import type { AuditOrigin } from '@sync/identity';
import { Secret } from '@sync/records';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { changeOwnPassword } from '../passwords/change-own-password';
import { endSession } from '../sessions/end-sessions';
import { findSession, type SignedIn } from '../sessions/session';
import type { NewSession } from '../sessions/begin-session';
import { Reauthentication } from '../sign-in/reauthentication';
import { SignIn, type SignInRequest } from '../sign-in/sign-in';
import { SecondFactor } from '../totp/second-factor';
import { codeOf } from './totp-code';
import { createUser, type NewUser } from '../users/create-user';
import type { User } from '../users/user';

export const limits = { idleMinutes: 30, maxHours: 12 };
export const operator: AuditOrigin = { actor: 'operator' };
export const home = '192.0.2.1';
export const elsewhere = '198.51.100.7';

/** A user whose password is known, as after the first sign-in. */
export interface Person extends User {
  password: string;
}

/** Users, sessions and second factors on a database of its own. */
export class AdministrationScene {
  private people = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly signIn: SignIn,
    readonly secondFactor: SecondFactor,
    readonly reauthentication: Reauthentication,
    readonly encryptionKeys: string,
  ) {}

  static async set(): Promise<AdministrationScene> {
    const database = await createTestDatabase();
    const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;
    const cipher = new CredentialsCipher(KeyRing.parse(encryptionKeys), 'users|totp_secret');
    return new AdministrationScene(
      database,
      new SignIn(database.dataSource, cipher, limits),
      new SecondFactor(database.dataSource, cipher),
      new Reauthentication(database.dataSource, cipher),
      encryptionKeys,
    );
  }

  strike(): Promise<void> {
    return this.database.stop();
  }

  sql<T = Record<string, unknown>>(text: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(text, parameters);
  }

  async person(values: Partial<NewUser> = {}): Promise<Person> {
    this.people += 1;
    const login = `person-${this.people}@example.com`;
    const wanted = { login, name: 'A person', role: 'support' as const, accessibleTenantIds: [], supportedSystemIds: [], ...values };
    const { user, password } = await createUser(this.database.dataSource, operator, wanted);
    return { ...user, password: password.reveal() };
  }

  /** At the user's usual address, unless it says otherwise. */
  begin(login: string, password: string, more: Partial<SignInRequest> = {}): Promise<NewSession> {
    const client = { kind: 'bearer' as const, address: home, userAgent: 'a test' };
    return this.signIn.withPassword({ login, password: new Secret(password), ...client, ...more });
  }

  session({ token }: NewSession): Promise<SignedIn | null> {
    return findSession(this.database.dataSource.manager, token.reveal(), limits);
  }

  end({ userId, id }: NewSession): Promise<void> {
    return endSession(this.database.dataSource, operator, { userId, id });
  }

  changePassword({ id, login }: User, sessionId: string, current: string, next: string): Promise<void> {
    const passwords = { current: new Secret(current), next: new Secret(next), sessionId };
    return changeOwnPassword(this.database.dataSource, { actor: `administrator:${id}` }, { id, login, address: home }, passwords);
  }

  /** Sets up a second factor with the code `used`; `next` is the code after it, so a test that crosses a time step still works. */
  async enrol({ id, login }: User): Promise<{ secret: string; used: string; next: string }> {
    const secret = (await this.secondFactor.begin(operator, { id, login })).secret.reveal();
    const now = Date.now();
    const codes = { used: codeOf(secret, now), next: codeOf(secret, now + 30_000) };
    await this.secondFactor.confirm({ actor: `administrator:${id}` }, { id }, codes.used);
    return { secret, ...codes };
  }

  async tenant(name = 'Swift Hill 1234'): Promise<string> {
    const id = uuidv7();
    await this.sql('insert into tenants (id, name) values ($1, $2)', [id, name]);
    return id;
  }
}
