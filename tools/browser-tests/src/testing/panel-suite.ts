import { until } from '@sync/test-harness';
import type { BrowserContextOptions } from 'playwright-core';
import { AdminTests, type Administrator, type AdminVisit } from './admin-tests';
import type { Tenant } from './running-service';

/**
 * One running service and browser for all tests of a file, with a company whose two shops are synced. Closes the page after each test, which
 * then must have shown no error.
 */
export function panelSuite(environment: Record<string, string> = {}) {
  let tests: AdminTests;
  let tenant: Tenant;
  let shopA: string;
  let shopB: string;
  let root: Administrator;
  let current: AdminVisit | undefined;
  const supports = new Map<string, Administrator>();
  const sessions = new Map<string, BrowserContextOptions['storageState']>();

  const query = <T extends object>(sql: string, values: unknown[] = []) => tests.service.database.dataSource.query<T[]>(sql, values);
  const isIdle = async () =>
    (await query(`select from sync_runs where status in ('queued', 'running')`)).length === 0 &&
    (await query('select from customers limit 1')).length === 1;

  beforeAll(async () => {
    tests = await AdminTests.start(undefined, environment);
    tenant = await tests.service.tenant();
    shopA = (await tests.service.linkedShop('demo-shop-a', tenant)).connectionId;
    shopB = (await tests.service.linkedShop('demo-shop-b', tenant)).connectionId;
    root = await tests.user('super_admin');
    await until(isIdle);
  });
  afterEach(async () => {
    const visit = current;
    current = undefined;
    if (!visit) return;
    expect(await visit.complaints()).toEqual([]);
    await visit.visitor.close();
  });
  afterAll(() => tests.stop());

  const keepSession = async ({ login }: Administrator, { page }: AdminVisit) =>
    void sessions.set(login, await page.context().storageState());

  return {
    query,
    keepSession,
    get tests() {
      return tests;
    },
    get service() {
      return tests.service;
    },
    get tenant() {
      return tenant;
    },
    /** Its connection. */
    get shopA() {
      return shopA;
    },
    get shopB() {
      return shopB;
    },
    /** The shop of the first connection gets a newer one. Returns the one that it replaces. */
    replaceShopA: async () => {
      const replaced = shopA;
      shopA = (await tests.service.linkedShop('demo-shop-a', tenant)).connectionId;
      return replaced;
    },
    /** A super administrator. */
    get root() {
      return root;
    },
    /** The support user of the company who sees connections to these systems in full. */
    support: async (...slugs: string[]) => {
      const supportedSystemIds = await Promise.all(slugs.map((slug) => tests.systemId(slug)));
      const access = { accessibleTenantIds: [tenant.tenantId], supportedSystemIds };
      const user = supports.get(slugs.join()) ?? (await tests.user('support', access));
      supports.set(slugs.join(), user);
      return user;
    },
    /** A page without a session. */
    open: async (screen = '', options: BrowserContextOptions = {}) => (current = await tests.open(screen, options)),
    /** A page with a new session. */
    signedIn: async (user: Administrator, screen = '', options: BrowserContextOptions = {}) =>
      (current = await tests.signedIn(user, screen, options)),
    /** A page with a session that this user has already, if there is one: to sign in costs more than most journeys. */
    as: async (user: Administrator, screen = '', options: BrowserContextOptions = {}) => {
      const storageState = sessions.get(user.login);
      const visit = await (storageState ? tests.open(screen, { storageState, ...options }) : tests.signedIn(user, screen, options));
      current = visit;
      await visit.page.getByRole('navigation').waitFor();
      if (!storageState) await keepSession(user, visit);
      return visit;
    },
    /** The newest entry of the audit log with this action. */
    audited: async (action: string) =>
      (
        await query<{ reason: string; after: object }>('select reason, after from audit_log where action = $1 order by id desc limit 1', [
          action,
        ])
      )[0],
    statusOf: async (connectionId: string) =>
      (await query<{ status: string }>('select status from system_connections where id = $1', [connectionId]))[0]?.status,
  };
}

export type PanelSuite = ReturnType<typeof panelSuite>;
