import type { MariaDb } from '../mariadb';
import type { Capability, Shop } from '../shop';
import type { Owner } from './owner';

/** A change that an owner makes, which only the plugin reports at once. */
export interface HostChange {
  name: string;
  /** Changes a record, another one each time, and says which. */
  make(): Promise<{ type: Capability; id: string }>;
}

/** Something breaks in the shop, and the plugin or its page mends it. */
export interface HostFault {
  name: string;
  breakIt(): Promise<void>;
  /** On the page, before it is mended. Null: the owner need not see it. */
  says: RegExp | null;
  /** What mends it: the watch, a visit of the page, or what the page tells the owner to do. Links again with `getToken` when it must. */
  mend(owner: Owner, link: (owner: Owner) => Promise<void>): Promise<void>;
  isMended(): Promise<boolean>;
}

/** What the page of the plugin shows. */
export type PageState = 'connect' | 'pending' | 'linked' | 'copy' | 'ended';

/** A real shop with the plugin in its administration. Everything with an `owner` happens in the owner's browser, by clicks. */
export interface PluginHost {
  /** Its table row name, its records, its front. */
  readonly shop: Shop;
  readonly database: MariaDb;
  /** In `plugins`, and in the zip's name. */
  readonly folder: 'commerce-a' | 'commerce-b';
  /** Pages for shoppers, below the shop's address. */
  readonly shoppersPages: readonly string[];
  /** Names the plugin in addresses and markup. */
  readonly mark: RegExp;
  /** A delta that finds nothing asks the shop for no more. */
  readonly idleDeltaRequests: number;
  readonly changes: readonly HostChange[];
  readonly faults: readonly HostFault[];

  /** Into the administration. */
  signIn(owner: Owner): Promise<void>;
  /** Uploads a zip, as on the first page after signing in, and switches the plugin on. A newer zip updates it. Ends where the platform ends. */
  install(owner: Owner, zip: string): Promise<void>;
  pause(owner: Owner): Promise<void>;
  resume(owner: Owner): Promise<void>;
  /** Removes it as an owner does. Returns what the owner hears about the connected service; empty for nothing. */
  remove(owner: Owner): Promise<string>;
  /** Rows, options, tables, keys, webhooks, cron entries and files of the plugin, by kind. */
  leftovers(): Promise<Record<string, number>>;

  /** Clicks through to the plugin's page, unless it is open already. */
  openPage(owner: Owner): Promise<void>;
  state(owner: Owner): Promise<PageState>;
  /** What the page says in words: to look for messages. */
  text(owner: Owner): Promise<string>;
  /** Whether the page says that the shop is connected and that a sync has succeeded. It may have to be loaded again. */
  isUpToDate(owner: Owner): Promise<boolean>;
  /** Pastes the company's token and presses Connect. Ends when the page shows the link. Rejects with the page's message. */
  paste(owner: Owner, token: string): Promise<void>;
  /** Asks for a token of the shop and returns it. */
  getToken(owner: Owner): Promise<string>;
  /** After the company removed the link: back to `connect`. */
  startAgain(owner: Owner): Promise<void>;
  /** Every button of the state that the page is in, by name. */
  buttons(owner: Owner): Promise<string[]>;
  press(owner: Owner, button: string): Promise<void>;

  /** One turn of the platform's cron. The scenario asks for it each second, except while a copy is looked at. */
  cron(): Promise<void>;
  /** Runs now what the plugin does every quarter of an hour. */
  watch(): Promise<void>;
  /** The same files and database at another address. `discard` takes it away. */
  copy(): Promise<PluginHost & { discard(): Promise<void> }>;
}
