import { randomBytes } from 'node:crypto';
import { createUser, type Role } from '@sync/administration';
import type { AppProcess } from './app-process';
import { json, type WireResponse } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

/** A user of the admin API who has changed the first password. */
export interface Administrator {
  id: string;
  /** Of a session for scripts. */
  token: string;
  /** What nothing may show: both passwords and the token. */
  secrets: string[];
}

/** Calls of the admin API that must succeed. */
export class AdminCalls {
  constructor(
    private readonly service: ServiceUnderTest,
    readonly app: AppProcess,
  ) {}

  async ask(method: string, path: string, token?: string, body?: unknown): Promise<WireResponse> {
    const response = await this.service.ask(method, `/api/admin${path}`, { app: this.app, token, body });
    if (response.status >= 300) throw new Error(`${method} ${path} responded ${response.status}: ${response.text}`);
    return response;
  }

  async post<T>(path: string, token: string | undefined, body: unknown): Promise<T> {
    return json<T>(await this.ask('POST', path, token, body));
  }

  async signIn(login: string, password: string): Promise<string> {
    return (await this.post<{ token: string }>('/sessions', undefined, { login, password, kind: 'bearer' })).token;
  }

  /** A new user who signs in and changes the generated password. */
  async administrator(login: string, role: Role = 'super_admin'): Promise<Administrator> {
    const values = { login, name: login, role, accessibleTenantIds: [], supportedSystemIds: [] };
    const { user, password } = await createUser(this.service.database.dataSource, { actor: 'operator' }, values);
    const [first, next] = [password.reveal(), randomBytes(24).toString('hex')];
    const token = await this.signIn(login, first);
    await this.ask('PUT', '/me/password', token, { current_password: first, new_password: next });
    return { id: user.id, token, secrets: [first, next, token] };
  }
}
