import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Front, rigAgent } from '../front';
import type { MariaDb } from '../mariadb';
import type { Owner } from '../plugin/owner';
import type { HostChange, HostFault, PluginHost } from '../plugin/plugin-host';
import type { Stops } from '../programs';
import { inShop, type Capability, type ShopPlace } from '../shop';
import { configurationOf } from './configuration';
import { WooCommerceRest, type RestRecord } from './rest';
import { deactivateAction, deleteAction, slug, WooCommerceAdministration } from './woocommerce-administration';
import { woocommerceDatabase, type WooCommerceShop } from './woocommerce-shop';

const copyDatabase = 'woocommerce_copy';
const topics = 11;

interface PluginPlace extends ShopPlace {
  /** Of the database. */
  name: string;
}

/** A WooCommerce with our plugin. Its owner is the first administrator. */
export class WooCommercePlugin extends WooCommerceAdministration implements PluginHost {
  readonly folder = 'commerce-a';
  readonly mark = /service[-_]connector|ServiceConnector/;
  /** The list of changes, and a page of what the rig itself made in the minutes before. */
  readonly idleDeltaRequests = 2;
  readonly shoppersPages = ['/', '/?post_type=product', '/cart/', '/checkout/', '/my-account/', '/wp-json/wc/store/v1/products'];
  readonly database: MariaDb;
  readonly changes: readonly HostChange[];
  readonly faults: readonly HostFault[];
  private readonly rest: WooCommerceRest;
  /** Records that no change has taken yet. */
  private readonly left = new Map<Capability, RestRecord[]>();

  constructor(
    readonly shop: WooCommerceShop,
    private readonly place: PluginPlace,
    private readonly ownersPassword: string,
  ) {
    super(shop.front.url, ownersPassword);
    this.database = place.database;
    this.rest = new WooCommerceRest(shop.identity);
    this.changes = this.makeChanges();
    this.faults = this.makeFaults();
  }

  /** A shop whose owner can sign in. */
  static async of(shop: WooCommerceShop): Promise<WooCommercePlugin> {
    const password = randomBytes(16).toString('base64url');
    await inShop(shop.place.root, 'woocommerce/plugin-host', 'owner', password);
    return new WooCommercePlugin(shop, { ...shop.place, name: woocommerceDatabase }, password);
  }

  async remove(owner: Owner): Promise<string> {
    const before = this.mails().length;
    await this.openList(owner);
    if (await owner.page.locator(deactivateAction).isVisible()) await this.pause(owner);
    await owner.click(deleteAction);
    // The platform asks in a dialog; before its script is there, on a page.
    const [asked, gone] = [owner.page.locator('input#submit').first(), owner.page.locator('.plugin-deleted-tr, #message')];
    await asked.or(gone).first().waitFor();
    if (await asked.isVisible()) await owner.click('input#submit');
    await gone.first().waitFor();
    return this.mails()
      .slice(before)
      .map(({ subject, message }) => `${subject}: ${message}`.replace(/\s+/g, ' '))
      .join(' ');
  }

  async leftovers(): Promise<Record<string, number>> {
    const like = `like '%service\\_connector%'`;
    const counts = {
      options: `wp_options where option_name ${like}`,
      'user settings': `wp_usermeta where meta_key ${like}`,
      tables: `information_schema.tables where table_schema = '${this.place.name}' and table_name ${like}`,
      keys: `wp_woocommerce_api_keys where description = 'Service Connector'`,
      webhooks: `wp_wc_webhooks where name like 'Service Connector%'`,
      'cron entries': `wp_options where option_name = 'cron' and option_value ${like}`,
      'scheduled actions': `wp_actionscheduler_actions where hook ${like} or (hook = 'woocommerce_deliver_webhook_async' and status = 'pending')`,
    };
    const left: Record<string, number> = { folders: existsSync(join(this.place.root, 'wp-content/plugins', slug)) ? 1 : 0 };
    for (const [kind, from] of Object.entries(counts)) left[kind] = Number(await this.query(`select count(*) from ${from}`));
    return left;
  }

  async cron(): Promise<void> {
    // A connection of its own: the shop's server may close an idle one in the moment of the next call.
    const response = await fetch(`${this.shop.front.url}/wp-cron.php`, { headers: { 'user-agent': rigAgent, connection: 'close' } });
    await response.arrayBuffer();
  }

  async watch(): Promise<void> {
    await this.inShop('watch');
  }

  async copy(): Promise<PluginHost & { discard(): Promise<void> }> {
    const root = `${this.place.root}-copy`;
    mkdirSync(root);
    cpSync(this.place.root, root, { recursive: true });
    await this.database.copy(this.place.name, copyDatabase);
    const stops: Stops = [];
    const place = { root, database: this.database, front: await Front.start(root, stops), name: copyDatabase };
    writeFileSync(join(root, 'wp-config.php'), configurationOf(place, copyDatabase));
    const discard = async () => {
      for (const stop of stops.reverse()) await stop();
      rmSync(root, { recursive: true });
    };
    return Object.assign(new WooCommercePlugin(this.shop.at(place), place, this.ownersPassword), { discard });
  }

  private makeChanges(): HostChange[] {
    const isPaid = ({ total, refunds }: RestRecord) => Number(total) > 1 && (refunds as unknown[]).length === 0;
    const change = (
      name: string,
      type: Capability,
      make: (id: number) => Promise<unknown>,
      fits: (one: RestRecord) => boolean = () => true,
    ) => ({
      name,
      make: async () => {
        const { id } = await this.take(type, fits);
        await make(id);
        return { type, id: String(id) };
      },
    });
    return [
      change('an order', 'orders', (id) => this.rest.change('orders', id, { customer_note: `Changed ${Date.now()}` })),
      change('a refund', 'orders', (id) => this.rest.create(`orders/${id}/refunds`, { amount: '0.50', api_refund: false }), isPaid),
      change(
        'a variation',
        'products',
        (id) => this.changeVariation(id),
        ({ type }) => type === 'variable',
      ),
      change('a customer, past WooCommerce', 'customers', (id) => this.inShop('profile', String(id))),
      change('a customer gets another role', 'customers', (id) => this.inShop('role', String(id))),
      change('an order is deleted past the trash', 'orders', (id) => this.rest.remove('orders', id, true)),
      change(
        'a product is deleted past the trash',
        'products',
        (id) => this.rest.remove('products', id, true),
        ({ type }) => type === 'simple',
      ),
    ];
  }

  private makeFaults(): HostFault[] {
    const visit = (owner: Owner) => this.openPage(owner);
    const hasWebhooks = async () => this.areWell(await this.inShop<Record<string, Webhook>>('webhooks'));
    const act = (what: string) => async () => void (await this.inShop(what));
    return [
      { name: 'webhooks switched off', breakIt: act('switch-off'), says: null, mend: () => this.watch(), isMended: hasWebhooks },
      { name: 'webhooks changed, secret rotated', breakIt: act('tamper'), says: null, mend: visit, isMended: hasWebhooks },
      {
        name: 'the watch is off',
        breakIt: act('unschedule'),
        says: null,
        mend: visit,
        isMended: async () => Boolean((await this.inShop<{ next: number | false }>('scheduled')).next),
      },
      {
        name: "the key's user leaves",
        breakIt: act('other-owner'),
        says: null,
        mend: () => Promise.resolve(),
        isMended: async () => (await this.query(`select user_id from ${ownKey}`)) === '1',
      },
      {
        name: 'the key is revoked',
        breakIt: async () => void (await this.query(`delete from ${ownKey}`)),
        says: /key was deleted or restricted/,
        mend: async (owner, link) => {
          await this.removeLink(owner);
          await this.startAgain(owner);
          await link(owner);
        },
        isMended: async () => (await this.query(`select count(*) from ${ownKey}`)) === '1',
      },
    ];
  }

  private areWell(webhooks: Record<string, Webhook>): boolean {
    const all = Object.values(webhooks);
    const [first] = all;
    return all.length === topics && all.every(([status, url, secret]) => status === 'active' && url === first?.[1] && secret === first[2]);
  }

  private async changeVariation(product: number): Promise<void> {
    const variations = `products/${product}/variations`;
    const [variation] = await this.rest.list(variations);
    if (variation) await this.rest.change(variations, variation.id, { regular_price: '0.75' });
  }

  private async take(type: Capability, fits: (one: RestRecord) => boolean): Promise<RestRecord> {
    const left = this.left.get(type) ?? (await this.rest.all(type));
    const at = left.findIndex(fits);
    const [record] = at < 0 ? [] : left.splice(at, 1);
    this.left.set(type, left);
    if (!record) throw new Error(`No record of ${type} is left to change: raise the shop with more --records.`);
    return record;
  }

  private mails(): { subject: string; message: string }[] {
    const file = join(this.place.root, 'wp-content/mails.txt');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as { subject: string; message: string });
  }

  private inShop<T>(what: string, ...args: string[]): Promise<T> {
    return inShop<T>(this.place.root, 'woocommerce/plugin-host', what, ...args);
  }

  private async query(sql: string): Promise<string> {
    return (await this.database.execute(sql, this.place.name)).trim();
  }
}

/** Status, address, secret. */
type Webhook = [status: string, url: string, secret: string];

const ownKey = `wp_woocommerce_api_keys where description = 'Service Connector'`;
