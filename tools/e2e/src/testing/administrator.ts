import { randomBytes } from 'node:crypto';
import { createUser } from '@sync/administration';
import type { Role } from '@sync/identity';
import { json, type WireResponse } from './exchange';

/** A user of the admin API who has changed the first password. */
export interface Administrator {
  id: string;
  /** Of a session for scripts. */
  token: string;
  password: string;
  /** What nothing may show: both passwords and the token. */
  secrets: string[];
}

/** Calls of the admin API that must succeed. */
export class AdminCalls {
  constructor(
    private readonly askApi: (method: string, path: string, sent: { token?: string; body?: unknown }) => Promise<WireResponse>,
    /** Of the service's database. */
    private readonly dataSource: Parameters<typeof createUser>[0],
  ) {}

  async ask(method: string, path: string, token?: string, body?: unknown): Promise<WireResponse> {
    const response = await this.askApi(method, `/api/admin${path}`, { token, body });
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
    const { user, password } = await createUser(this.dataSource, { actor: 'operator' }, values);
    // Without a d, so that it never contains the login ada by chance: the service refuses that.
    const [first, next] = [password.reveal(), randomBytes(24).toString('hex').replaceAll('d', 'x')];
    const token = await this.signIn(login, first);
    await this.ask('PUT', '/me/password', token, { current_password: first, new_password: next });
    return { id: user.id, token, password: next, secrets: [first, next, token] };
  }

  /** What a day in the panel asks for: figures, lists and an audited change. */
  async work({ token }: Administrator): Promise<void> {
    for (const path of ['/me', '/dashboard', '/connections', '/sync-runs']) await this.ask('GET', path, token);
    const { id } = await this.post<{ id: string }>('/tenants', token, { name: 'Made during an upgrade' });
    await this.ask('DELETE', `/tenants/${id}`, token);
  }
}
