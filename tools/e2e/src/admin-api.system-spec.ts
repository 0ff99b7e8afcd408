import { DemoShopA } from '@sync/demo-shops';
import { deriveDefaultSyncRules } from '@sync/domain';
import type { AppProcess } from '@sync/test-harness';
import { identityOf, initialise, link, startHandshake, type Caller } from './testing/actors';
import { AdminCalls, type Administrator } from './testing/administrator';
import { readDocument, type ApiDocument, type Operation } from './testing/api-document';
import { databaseText } from './testing/database-text';
import { exchange } from './testing/exchange';
import { sendGenerated } from './testing/generated-requests';
import { SecretForms } from './testing/secret-forms';
import { describeServedDocument } from './testing/served-description';
import { ServiceUnderTest } from './testing/service-under-test';

const requests = 1_500;
const address = '/api/admin/openapi.json';

describe('the admin API', () => {
  let service: ServiceUnderTest;
  let app: AppProcess;
  let calls: AdminCalls;
  let document: ApiDocument;
  let shop: DemoShopA;
  let caller: Caller;
  let shopConnection = '';
  let [user, leaving, target] = [{}, {}, {}] as [Administrator, Administrator, Administrator];
  /** By name: passwords, tokens and credentials that this file uses. */
  const secrets: { name: string; value: string }[] = [];

  beforeAll(async () => {
    const environment = { LOG_LEVEL: 'trace', ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE: '100000' };
    service = await ServiceUnderTest.start({ environment });
    app = await service.startApp('admin-api');
    calls = new AdminCalls((method, path, sent) => service.ask(method, path, { ...sent, app }), service.database.dataSource);
    document = await readDocument(service, address, app);
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    caller = await initialise(service);
    shopConnection = (await link(service, caller, shop)).connectionId;
    user = await calls.administrator('ada');
    leaving = await calls.administrator('leaving');
    target = await calls.administrator('target', 'support');
    for (const value of [...user.secrets, ...leaving.secrets, ...target.secrets]) secrets.push({ name: 'password or session', value });
    for (const [name, value] of Object.entries(shop.credentials)) secrets.push({ name, value: String(value) });
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
  });

  const found = (text: string, issued: readonly string[] = []) => new SecretForms(secrets).foundIn(text, issued);

  describe('has a description that', () =>
    describeServedDocument('admin-api', () => ({ document, ask: (method, path) => exchange(app.url, { method, path }) })));

  it(`responds to ${requests} requests generated from its description: no 5xx, every 4xx a valid problem, every success as described, and no secret`, async () => {
    await deriveDefaultSyncRules(service.database.dataSource, caller.tenantId);
    const one = async (rows: string) => (await service.rows<{ id: string }>(`select id from ${rows} limit 1`))[0]?.id ?? '';
    const { connectionId: ending } = await startHandshake(service, caller);
    const ids: [prefix: string, id: string][] = [
      ['/api/admin/users/', target.id],
      ['/api/admin/tenants/', caller.tenantId],
      ['/api/admin/systems/', await one('systems where is_direct')],
      ['/api/admin/sync-rules/', await one('sync_rules')],
      ['/api/admin/sync-runs/', await one('sync_runs')],
    ];
    const endsSession = ({ method, path }: Operation) => method === 'DELETE' && path.startsWith('/api/admin/sessions');
    const good = {
      token: (operation: Operation) => (endsSession(operation) ? leaving : user).token,
      path: ({ path }: Operation, name: string) => {
        if (name === 'kind') return 'orders';
        if (/\/(uninstall|erase)$/.test(path)) return ending;
        return (name === 'id' && ids.find(([prefix]) => path.startsWith(prefix))?.[1]) || shopConnection;
      },
      body: {
        ...identityOf(shop),
        login: 'someone',
        password: 'a wrong password',
        current_password: 'a wrong password',
        new_password: 'another long password',
        own_password: 'a wrong password',
        own_code: '000000',
        code: '000000',
        name: 'A name',
        role: 'support',
        kind: 'bearer',
        reason: 'Asked for by the owner',
        tenant_id: caller.tenantId,
        accessible_tenant_ids: [caller.tenantId],
        supported_system_ids: [],
        disabled: false,
        configuration: { direction: 'both' },
        capabilities: ['orders'],
        mode: 'full',
        is_active: true,
      },
    };
    const statuses = new Set<number>();
    const leaks: string[] = [];
    const sample = { numRuns: requests, seed: 20_260_201 };
    const findings = await sendGenerated(app.url, document, good, sample, ({ method, path }, response) => {
      statuses.add(response.status);
      leaks.push(...found(response.text).map((leak) => `${method} ${path}: ${leak}`));
    });
    expect(findings).toEqual([]);
    expect(leaks).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 422]));
    expect([await app.health('live'), await app.health('ready')]).toEqual([200, 200]);
    expect(app.output.split('\n').filter((line) => line.includes('internal-error') || line.includes('"level":"fatal"'))).toEqual([]);
    expect(app.stderr).toBe('');
  });

  it('shows a secret only in the response that issues it, and in no log at LOG_LEVEL=trace, audit entry or other row', async () => {
    const know = (name: string, value: string) => secrets.push({ name, value });
    // The generated requests of the test above guessed.
    await service.rows('delete from sign_in_failures');
    const own = { own_password: user.password };
    const values = { login: 'grace', name: 'Grace', role: 'support' };
    const grace = await calls.post<{ id: string; password: string }>('/users', user.token, values);
    know('generated password', grace.password);
    const reset = await calls.post<{ password: string }>(`/users/${grace.id}/password-reset`, user.token, own);
    know('reset password', reset.password);
    const session = await calls.signIn('grace', reset.password);
    know('session', session);
    const { secret } = await calls.post<{ secret: string }>('/me/totp', session, { own_password: reset.password });
    know('TOTP secret', secret);
    know('refused password', 'a-canary-of-a-wrong-password');
    await expect(calls.signIn('grace', 'a-canary-of-a-wrong-password')).rejects.toThrow('401');

    const asked = { tenant_id: caller.tenantId, system_slug: 'commerce_a' };
    know('connection token', (await calls.post<{ connection_token: string }>('/connections', user.token, asked)).connection_token);
    const other = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    const { url: base_url, credentials } = other;
    for (const [name, value] of Object.entries(credentials)) know(name, String(value));
    const linked = await calls.post<{ id: string }>('/connections', user.token, { ...asked, base_url, credentials });
    know('preview token', (await calls.post<{ token: string }>(`/connections/${linked.id}/preview-tokens`, user.token, {})).token);
    const refused = 'a-canary-of-a-refused-credential';
    know('refused credential', refused);
    const wrong = { ...credentials, connection_token: refused };
    const renewal = calls.ask('PUT', `/connections/${linked.id}/credentials`, user.token, { credentials: wrong });
    await expect(renewal).rejects.toThrow('422');
    await calls.post('/shop-examinations', user.token, { system_slug: asked.system_slug, base_url, credentials: wrong });
    await calls.ask('GET', `/connections/${linked.id}`, user.token);
    await calls.ask('GET', `/connections/${linked.id}/preview-tokens`, user.token);
    await other.stop();
    know('searched address', 'a-canary-of-a-search@person.example');
    await calls.post('/search', user.token, { text: 'a-canary-of-a-search@person.example' });

    await calls.ask('GET', '/audit-log', user.token);
    await calls.ask('GET', `/users/${grace.id}/sessions`, user.token);

    const issued = (text: string) => secrets.map(({ value }) => value).filter((value) => text.includes(`"${value}"`));
    const shown = service.responses.filter(({ response }) => issued(response.text).length > 0).map(({ requested }) => requested);
    expect(new Set(shown.map((request) => request.replace(/[0-9a-f-]{36}/, '{id}')))).toEqual(
      new Set([
        'POST /api/admin/sessions',
        'POST /api/admin/users',
        'POST /api/admin/users/{id}/password-reset',
        'POST /api/admin/me/totp',
        'POST /api/admin/connections',
        'POST /api/admin/connections/{id}/preview-tokens',
      ]),
    );
    expect(found(service.output)).toEqual([]);
    expect(app.output).toContain('"msg":"request"');
    expect(found(await databaseText(service))).toEqual([]);
  });
});
