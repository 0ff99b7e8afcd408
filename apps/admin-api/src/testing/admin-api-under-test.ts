import { createUser } from '@sync/administration';
import type { TenantAccess } from '@sync/domain';
import { ApiUnderTest, startApi, type ApiStart } from '@sync/http-api/testing';
import type { Role } from '@sync/identity';
import { TOTP } from 'otpauth';
import { adminApi } from '../admin-api';
import { AppModule } from '../app.module';

/** A user with a session for scripts. */
export interface Actor {
  id: string;
  login: string;
  password: string;
  token: string;
}

interface Access {
  tenantAccess?: TenantAccess;
  accessibleTenantIds?: string[];
  supportedSystemIds?: string[];
}

/** The whole admin API on a database of its own, called over HTTP. */
export class AdminApiUnderTest extends ApiUnderTest {
  private users = 0;

  static async start({ environment = {}, ...options }: ApiStart = {}): Promise<AdminApiUnderTest> {
    const unlimited = { ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE: '100000', ...environment };
    return new AdminApiUnderTest(
      await startApi(adminApi, (configuration, timeouts) => AppModule.with(configuration, timeouts), {
        environment: unlimited,
        ...options,
      }),
    );
  }

  /** Throws if the tests made a change of an administrator that the audit log has without the address of the client. */
  override async stop(): Promise<void> {
    const actions = await this.query(`select distinct action from audit_log where actor like 'administrator:%' and address is null`);
    await super.stop();
    expect(actions).toEqual([]);
  }

  /** A new user who has changed the first password and signed in. */
  async actor(role: Role, { tenantAccess, accessibleTenantIds = [], supportedSystemIds = [] }: Access = {}): Promise<Actor> {
    this.users += 1;
    const values = { login: `${role}-${this.users}`, name: 'An actor', role, tenantAccess, accessibleTenantIds, supportedSystemIds };
    const { user, password } = await createUser(this.database.dataSource, { actor: 'operator' }, values);
    await this.query('update users set must_change_password = false where id = $1', [user.id]);
    const { id, login } = user;
    return { id, login, password: password.reveal(), token: await this.bearer(login, password.reveal()) };
  }

  /** Sets up a second factor. Returns the code after the one that confirmed it, so a test that crosses a time step still works. */
  async enrol({ token, password }: Actor): Promise<string> {
    const { body } = await this.ask<{ secret: string }>('POST', '/api/admin/me/totp', { token, body: { own_password: password } });
    const codeAt = (timestamp: number) => new TOTP({ secret: body.secret }).generate({ timestamp });
    const now = Date.now();
    await this.ask('POST', '/api/admin/me/totp/confirm', { token, body: { code: codeAt(now) } });
    return codeAt(now + 30_000);
  }

  /** The token of a new session for scripts. */
  async bearer(login: string, password: string, code?: string): Promise<string> {
    const { body, status, text } = await this.ask<{ token: string }>('POST', '/api/admin/sessions', {
      body: { login, password, code, kind: 'bearer' },
    });
    if (status !== 201) throw new Error(text);
    return body.token;
  }
}
