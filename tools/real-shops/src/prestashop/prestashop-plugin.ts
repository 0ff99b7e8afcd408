import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { Front } from '../front';
import type { MariaDb } from '../mariadb';
import type { Owner } from '../plugin/owner';
import type { HostChange, HostFault, PageState, PluginHost } from '../plugin/plugin-host';
import type { Stops } from '../programs';
import { inShop, type ShopPlace } from '../shop';
import { changesOf } from './changes';
import { countsOf } from './leftovers';
import { ownersEmail, type PrestaShopShop } from './prestashop-shop';
import { prestashopDatabase } from './tables';

const slug = 'serviceconnector';
const backOffice = 'backoffice';
const copyDatabase = 'prestashop_copy';
const list = `/${backOffice}/index.php/improve/modules/manage`;
const states: Record<string, PageState> = { none: 'connect', pending: 'pending', linked: 'linked', clone: 'copy' };
/** The owner insists when the service cannot be told. */
const triesToRemove = 2;
const askMs = 1_000;

interface PluginPlace extends ShopPlace {
  /** Of the database. */
  name: string;
}

/** A PrestaShop with our module. Its owner is the first employee. */
export class PrestaShopPlugin implements PluginHost {
  readonly folder = 'commerce-b';
  readonly mark = /service_?connector/i;
  readonly idleDeltaRequests = 1;
  readonly shoppersPages = [
    ...['/', '/index.php?controller=category&id_category=2', '/index.php?controller=product&id_product=12'],
    ...['/index.php?controller=cart&action=show', '/index.php?controller=authentication', '/index.php?controller=contact'],
  ];
  readonly database: MariaDb;
  readonly changes: readonly HostChange[];
  readonly faults: readonly HostFault[];

  private constructor(
    readonly shop: PrestaShopShop,
    private readonly place: PluginPlace,
    private readonly password: string,
    /** What the shop had before the module. */
    private readonly before: Readonly<Record<string, number>>,
  ) {
    this.database = place.database;
    this.changes = changesOf(
      (sql) => this.query(sql),
      (what, id) => this.inShop(what, id),
    );
    this.faults = this.makeFaults();
  }

  /** As an owner finds the shop: with a back office of its own name, without the installer, a key, or a webservice that is switched on. */
  static async of(shop: PrestaShopShop): Promise<PrestaShopPlugin> {
    const place: PluginPlace = { ...shop.place, name: prestashopDatabase };
    const { password } = shop;
    const { root, database, name } = place;
    renameSync(join(root, 'admin'), join(root, backOffice));
    rmSync(join(root, 'install'), { recursive: true });
    const first = new PrestaShopPlugin(shop, place, password, {});
    await first.inShop('fresh');
    return new PrestaShopPlugin(shop, place, password, await countsOf(database, name));
  }

  async signIn({ page }: Owner): Promise<void> {
    await page.goto(this.url(`/${backOffice}/index.php`));
    await page.fill('#email', ownersEmail);
    await page.fill('#passwd', this.password);
    await page.click('#submit_login');
    await page.waitForURL(/AdminDashboard/i);
    await page.locator('#subtab-AdminParentModulesSf').waitFor();
  }

  async install(owner: Owner, zip: string): Promise<void> {
    await this.openList(owner);
    await owner.click('#page-header-desc-configuration-add_module');
    await owner.choose('.dz-hidden-input', zip);
    const failure = owner.page.locator('.module-import-failure');
    await owner.page.locator('.module-import-success').or(failure).filter({ visible: true }).waitFor();
    if (await failure.isVisible()) throw new Error(`The upload failed: ${(await failure.textContent()) ?? ''}`);
  }

  async pause(owner: Owner): Promise<void> {
    await this.act(owner, 'disable', this.item(owner).locator('.module_action_menu_enable'));
  }

  async resume(owner: Owner): Promise<void> {
    await this.openList(owner);
    await owner.click(`${item} .module_action_menu_enable`);
    await this.item(owner).locator('.module_action_menu_disable').waitFor({ state: 'attached' });
  }

  async remove(owner: Owner): Promise<string> {
    const told: string[] = [];
    const refusal = owner.page.locator('.growl-error');
    for (let each = 0; each < triesToRemove; each += 1) {
      await this.act(owner, 'uninstall', refusal.or(owner.page.locator('.growl-notice, .growl-default')).first());
      if (!(await refusal.first().isVisible())) break;
      told.push(await refusal.first().innerText());
    }
    return told.join(' ');
  }

  async leftovers(): Promise<Record<string, number>> {
    const left: Record<string, number> = { folders: existsSync(join(this.place.root, 'modules', slug)) ? 1 : 0 };
    for (const [kind, count] of Object.entries(await countsOf(this.database, this.place.name)))
      left[kind] = count - (this.before[kind] ?? 0);
    return left;
  }

  async openPage(owner: Owner): Promise<void> {
    const { page } = owner;
    const uploaded = page.locator('.module-import-success-configure');
    if (page.url().includes(`configure=${slug}`)) await page.reload();
    else if (await uploaded.isVisible()) await owner.click('.module-import-success-configure');
    else {
      await this.openList(owner);
      await owner.click(`${item} a[href*="/configure/${slug}"]`);
    }
    await page.locator('#sc').waitFor();
  }

  async state({ page }: Owner): Promise<PageState> {
    const kind = await page.locator('#sc').evaluate((element) => {
      return (JSON.parse(element.getAttribute('data-sc') ?? '{}') as { kind: string }).kind;
    });
    return (await page.locator('#sc-gone').isVisible()) ? 'ended' : (states[kind] ?? 'connect');
  }

  text({ page }: Owner): Promise<string> {
    return page.locator('#sc').innerText();
  }

  async isUpToDate({ page }: Owner): Promise<boolean> {
    const isActive = await page.locator('#sc-state[data-status="active"]').isVisible();
    return isActive && /\d{4}/.test(await page.locator('#sc-synced').innerText());
  }

  async paste(owner: Owner, token: string): Promise<void> {
    await owner.page.fill('#sc-paste', token);
    await owner.click('[data-sc-connect=paste]');
    await this.untilShown(owner, '#sc-facts #sc-changes');
  }

  async getToken(owner: Owner): Promise<string> {
    await owner.click('[data-sc-connect=start]');
    await this.untilShown(owner, '#sc-token');
    return owner.page.inputValue('#sc-token');
  }

  startAgain(owner: Owner): Promise<void> {
    return this.press(owner, 'again');
  }

  buttons({ page }: Owner): Promise<string[]> {
    return page.locator('[data-sc-do]').evaluateAll((all) => all.map((each) => each.getAttribute('data-sc-do') ?? ''));
  }

  async press(owner: Owner, button: string): Promise<void> {
    const isLoaded = owner.page.waitForEvent('load');
    await owner.click(`[data-sc-do=${button}]`);
    await isLoaded;
  }

  /** The platform has none of its own: messages go out with the page that changes something. */
  cron(): Promise<void> {
    return Promise.resolve();
  }

  /** What the platform's cron module does for an owner who has it. */
  async watch(): Promise<void> {
    await this.inShop('cron');
  }

  async copy(): Promise<PluginHost & { discard(): Promise<void> }> {
    const root = `${this.place.root}-copy`;
    // The cache names the folder that it was made in. Nothing waits for these many files: the link is looked at meanwhile.
    const cache = join(this.place.root, 'var/cache');
    await cp(this.place.root, root, { recursive: true, filter: (path) => !path.startsWith(`${cache}/`) });
    await this.database.copy(this.place.name, copyDatabase);
    const stops: Stops = [];
    const place = { root, database: this.database, front: await Front.start(root, stops), name: copyDatabase };
    const parameters = join(root, 'app/config/parameters.php');
    writeFileSync(parameters, readFileSync(parameters, 'utf8').replace(`'${this.place.name}'`, `'${copyDatabase}'`));
    const { host } = new URL(place.front.url);
    const moved = `update ps_shop_url set domain = '${host}', domain_ssl = '${host}';
      update ps_configuration set value = '${host}' where name in ('PS_SHOP_DOMAIN', 'PS_SHOP_DOMAIN_SSL')`;
    await this.database.execute(moved, copyDatabase);
    const discard = async () => {
      for (const stop of stops.reverse()) await stop();
      await rm(root, { recursive: true });
    };
    return Object.assign(new PrestaShopPlugin(this.shop.at(place), place, this.password, this.before), { discard });
  }

  private makeFaults(): HostFault[] {
    const ours = `(select id_module from ps_module where name = '${slug}')`;
    const count = async (from: string) => Number(await this.query(`select count(*) from ${from}`));
    const key = `ps_webservice_account where id_webservice_account in (select id_webservice_account from ps_${slug}_link)`;
    let hooks = 0;
    return [
      {
        name: 'hooks taken away',
        breakIt: async () => {
          hooks = await count(`ps_hook_module where id_module = ${ours}`);
          await this.query(`delete from ps_hook_module where id_module = ${ours}`);
        },
        says: null,
        mend: (owner) => this.openPage(owner),
        isMended: async () => hooks > 0 && (await count(`ps_hook_module where id_module = ${ours}`)) === hooks,
      },
      {
        name: 'the webservice is switched off',
        breakIt: async () => void (await this.query(`update ps_configuration set value = 0 where name = 'PS_WEBSERVICE'`)),
        says: /webservice of this shop is switched off/,
        mend: (owner) => this.press(owner, 'webservice'),
        isMended: async () => (await count(`ps_configuration where name = 'PS_WEBSERVICE' and value = '1'`)) === 1,
      },
      {
        name: 'the key is deleted',
        breakIt: async () => void (await this.query(`delete from ${key}`)),
        says: /key of this link is missing/,
        mend: async (owner, link) => {
          await this.removeLink(owner);
          await this.startAgain(owner);
          await link(owner);
        },
        isMended: async () => (await count(key)) === 1,
      },
    ];
  }

  /** With the buttons of the settings on the page. */
  private async removeLink({ page }: Owner): Promise<void> {
    for (const name of ['Disconnect', 'Remove']) {
      const buttons = page.locator('service-config').getByRole('button', { name, exact: true });
      await buttons.first().click();
      // It asks again, in its place or in a dialog.
      await page.waitForTimeout(askMs);
      await buttons.last().click();
    }
    await page.locator('#sc-gone').waitFor();
  }

  /** Chooses an action in the list of modules and confirms it. Ends when `done` is there. */
  private async act(owner: Owner, action: 'disable' | 'uninstall', done: Locator): Promise<void> {
    await this.openList(owner);
    await owner.click(`${item} .dropdown-toggle`);
    await owner.click(`${item} .module_action_menu_${action}`);
    const modal = `#module-modal-confirm-${slug}-${action}`;
    if (action === 'uninstall') await owner.click(`${modal} label:has(#force_deletion)`);
    await owner.click(`${modal} .module_action_modal_${action}`);
    await done.waitFor({ state: 'attached' });
  }

  private item({ page }: Owner): Locator {
    return page.locator(item);
  }

  /** The list of modules as it is now. */
  private async openList(owner: Owner): Promise<void> {
    const { page } = owner;
    const link = page.locator('#subtab-AdminModulesSf a');
    if (new URL(page.url()).pathname === list) await page.reload();
    else {
      if (!(await link.isVisible())) await owner.click('#subtab-AdminParentModulesSf > a');
      await owner.click('#subtab-AdminModulesSf a');
      await page.waitForURL((url) => url.pathname === list);
    }
    await page.locator('.module-item').first().waitFor({ state: 'attached' });
  }

  private async untilShown({ page }: Owner, selector: string): Promise<void> {
    const message = page.locator('#sc-error:visible');
    await page.locator(selector).or(message).first().waitFor();
    if (await message.isVisible()) throw new Error(`The page says: ${await message.innerText()}`);
  }

  private async inShop(what: string, ...args: string[]): Promise<void> {
    await inShop(this.place.root, 'prestashop/plugin-host', new URL(this.shop.front.url).host, what, ...args);
  }

  private async query(sql: string): Promise<string> {
    return (await this.database.execute(sql, this.place.name)).trim();
  }

  private url(path: string): string {
    return this.shop.front.url + path;
  }
}

const item = `.module-item[data-tech-name="${slug}"]`;
