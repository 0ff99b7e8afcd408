import { createUser } from '@sync/administration';
import { launchChromium } from '@sync/embedded-services';
import type { Role } from '@sync/identity';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { RunningService } from './running-service';
import { Visitor } from './visitor';

/** A user of the panel whose first password is changed. */
export interface Administrator {
  login: string;
  password: string;
}

interface Access {
  accessibleTenantIds?: string[];
  supportedSystemIds?: string[];
}

/** The running service with its admin panel, and a browser. */
export class AdminTests {
  private users = 0;

  constructor(
    readonly service: RunningService,
    readonly browser: Browser,
  ) {}

  /** `database` null: on the Postgres that the service brings along. */
  static async start(database?: null, environment: Record<string, string> = {}): Promise<AdminTests> {
    // One after the other: a browser left behind by a service that did not start would keep the test run from ending.
    const service = await RunningService.start(environment, database);
    return new AdminTests(service, await launchChromium());
  }

  /** `isFirst`: with the generated password, which must be changed. */
  async user(role: Role, access: Access = {}, isFirst = false): Promise<Administrator> {
    this.users += 1;
    const { dataSource } = this.service.database;
    const login = `${role.replace('_', '-')}-${this.users}`;
    const values = { login, name: 'Robin Vale', role, accessibleTenantIds: [], supportedSystemIds: [], ...access };
    const { user, password } = await createUser(dataSource, { actor: 'operator' }, values);
    if (!isFirst) await dataSource.query('update users set must_change_password = false where id = $1', [user.id]);
    return { login, password: password.reveal() };
  }

  /** Of a new database, as `npm start` prints it: with the generated password. */
  get printedAdministrator(): Administrator {
    const [, login = '', password = ''] = /^Administrator\s+login (\S+), password (\S+)/m.exec(this.service.output) ?? [];
    return { login, password };
  }

  /** Changes the password of the printed one. */
  async firstAdministrator(): Promise<Administrator> {
    const { login, password: first } = this.printedAdministrator;
    const password = 'a long enough sentence';
    const visit = await this.open();
    await visit.signIn({ login, password: first });
    await visit.changePassword(first, password);
    await visit.page.getByRole('navigation').waitFor();
    await visit.visitor.close();
    return { login, password };
  }

  async systemId(slug: string): Promise<string> {
    const [system] = await this.service.database.dataSource.query<{ id: string }[]>('select id from systems where slug = $1', [slug]);
    return system?.id ?? '';
  }

  /** Opens a screen of the panel, in English unless the options say otherwise. */
  async open(screen = '', options: BrowserContextOptions = {}): Promise<AdminVisit> {
    const visitor = await Visitor.with(this.browser, {
      viewport: { width: 1280, height: 860 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    await visitor.page.goto(`${this.service.url}/admin/${screen === '' ? '' : `#/${screen}`}`);
    return new AdminVisit(visitor);
  }

  async signedIn(user: Administrator, screen = '', options: BrowserContextOptions = {}): Promise<AdminVisit> {
    const visit = await this.open(screen, options);
    await visit.signIn(user);
    await visit.page.getByRole('navigation').waitFor();
    return visit;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }
}

/** One browser page with the panel. */
export class AdminVisit {
  readonly page: Page;

  constructor(readonly visitor: Visitor) {
    this.page = visitor.page;
  }

  async signIn({ login, password }: Administrator): Promise<void> {
    await this.page.getByLabel(/^(Login|Anmeldename)$/).fill(login);
    await this.page.getByLabel(/^(Password|Passwort)$/).fill(password);
    await this.page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
  }

  /** `again`: what is typed the second time. */
  async changePassword(current: string, next: string, again = next): Promise<void> {
    for (const [label, text] of [
      ['Current password', current],
      ['New password', next],
      ['New password again', again],
    ] as const)
      await this.page.getByLabel(label, { exact: true }).fill(text);
    await this.press('Change password');
  }

  /** Waits for a heading of the first level. */
  async isOn(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  async shows(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).and(this.page.locator(':visible')).first().waitFor();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }

  /** Confirms the open dialog. */
  async confirm(name: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** Errors, violations of the policy and lines in the console, which there must not be. The browser itself reports each refused request. */
  async complaints(): Promise<string[]> {
    const violations = (await this.visitor.events()).map(({ type, detail }) => `${type} ${String(detail)}`);
    const lines = this.visitor.console.filter((line) => !line.startsWith('Failed to load resource'));
    return [...this.visitor.errors, ...violations, ...lines];
  }

  /** For what a test has provoked. */
  forgiveComplaints(): void {
    this.visitor.errors.length = 0;
    this.visitor.console.length = 0;
  }
}
