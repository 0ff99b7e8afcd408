import type { Owner } from '../plugin/owner';
import type { PageState } from '../plugin/plugin-host';

export const slug = 'service-connector';
const menuMs = 10_000;
const pluginsPath = '/wp-admin/plugins.php';
/** In the list of plugins. What was deleted stays as a row that says so. */
const action = (name: 'activate' | 'deactivate' | 'delete') => `#the-list tr[data-plugin^="${slug}/"] .${name} a`;
export const deleteAction = action('delete');
export const deactivateAction = action('deactivate');

/** The owner of a WooCommerce at the administration and at the plugin's page. */
export class WooCommerceAdministration {
  constructor(
    private readonly shopUrl: string,
    private readonly password: string,
  ) {}

  async signIn({ page }: Owner): Promise<void> {
    await page.goto(this.url('/wp-login.php'));
    await page.fill('#user_login', 'admin');
    await page.fill('#user_pass', this.password);
    await page.click('#wp-submit');
    await page.waitForLoadState();
    await page.goto(this.url('/wp-admin/'));
    await page.locator('#adminmenu').waitFor();
  }

  async install(owner: Owner, zip: string): Promise<void> {
    const { page } = owner;
    await page.hover('#menu-plugins');
    await owner.click('#menu-plugins a[href="plugin-install.php"]');
    await owner.click('.upload-view-toggle');
    await owner.choose('#pluginzip', zip);
    await owner.click('#install-plugin-submit');
    const replace = page.locator('.update-from-upload-overwrite');
    const activate = page.locator('a[href*="action=activate"]');
    const done = page.locator('#wpbody-content p', { hasText: /success|failed/i });
    await replace.or(activate).or(done).first().waitFor();
    if (await replace.isVisible()) {
      await owner.click('.update-from-upload-overwrite');
      await done.first().waitFor();
    }
    if (await activate.first().isVisible()) await owner.click('a[href*="action=activate"]');
    await page.waitForLoadState();
  }

  async pause(owner: Owner): Promise<void> {
    await this.openList(owner);
    await owner.click(deactivateAction);
    await owner.page.locator(action('activate')).waitFor();
  }

  async resume(owner: Owner): Promise<void> {
    await this.openList(owner);
    await owner.click(action('activate'));
    await owner.page.waitForLoadState();
  }

  async openPage(owner: Owner): Promise<void> {
    const { page } = owner;
    if (page.url().includes(`page=${slug}`)) await page.reload();
    else {
      const link = `#wpbody a[href*="page=${slug}"]`;
      if (!(await page.locator(link).first().isVisible())) await this.openList(owner);
      await owner.click(link);
    }
    await page.locator('.service-connector').waitFor();
  }

  async state({ page }: Owner): Promise<PageState> {
    // It may load itself again just now.
    const state = await page.waitForFunction(() => (globalThis as { serviceConnector?: { state: PageState } }).serviceConnector?.state);
    return (await state.jsonValue()) as PageState;
  }

  text({ page }: Owner): Promise<string> {
    return page.locator('.service-connector').innerText();
  }

  async isUpToDate({ page }: Owner): Promise<boolean> {
    const isActive = await page.locator('.sc-badge[data-status="active"]').isVisible();
    return isActive && /^Last synced/.test(await page.locator('.sc-synced').innerText());
  }

  async paste(owner: Owner, token: string): Promise<void> {
    await owner.page.fill('#sc-token', token);
    await owner.click('.sc-form[data-do=connect] .button-primary');
    await this.untilShown(owner, '.sc-status');
  }

  async getToken(owner: Owner): Promise<string> {
    await owner.click('.sc-form[data-do=connect]:not(:has(#sc-token)) button');
    await this.untilShown(owner, '#sc-shown-token');
    return owner.page.inputValue('#sc-shown-token');
  }

  startAgain(owner: Owner): Promise<void> {
    return this.press(owner, 'start_again');
  }

  buttons({ page }: Owner): Promise<string[]> {
    return page.locator('[data-action]').evaluateAll((all) => all.map((each) => each.getAttribute('data-action') ?? ''));
  }

  async press(owner: Owner, button: string): Promise<void> {
    const isLoaded = owner.page.waitForEvent('load');
    await owner.click(`[data-action=${button}]`);
    await isLoaded;
  }

  /** With the buttons of the settings on the page. */
  async removeLink(owner: Owner): Promise<void> {
    for (const action of ['disconnect', 'uninstall']) {
      await owner.click(`service-config #${action}`);
      await owner.click('service-config #confirm');
    }
    await owner.page.locator('[data-action=start_again]').waitFor();
  }

  /** Of plugins. */
  async openList(owner: Owner): Promise<void> {
    const { page } = owner;
    const isList = (url: URL) => url.pathname === pluginsPath;
    if (!isList(new URL(page.url()))) {
      await owner.click('#menu-plugins > a');
      // A page that still reports an update may swallow the click.
      await page.waitForURL(isList, { timeout: menuMs }).catch(() => page.goto(this.url(pluginsPath)));
    }
    await page.locator('#the-list').waitFor();
  }

  private async untilShown({ page }: Owner, selector: string): Promise<void> {
    const message = page.locator('.sc-message:visible');
    await page.locator(selector).or(message).first().waitFor();
    if (await message.isVisible()) throw new Error(`The page says: ${await message.innerText()}`);
  }

  private url(path: string): string {
    return this.shopUrl + path;
  }
}
