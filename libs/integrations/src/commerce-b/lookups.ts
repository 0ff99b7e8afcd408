import type { IntegrationConnection } from '@sync/integration-contract';
import { sourceId, type PlatformRow } from '../mapping/platform-values';
import { isUnknownField, WebserviceRefusal } from './refusal';
import type { RunMemory } from '../runs/run-memory';
import { flag, inLanguage, onlyRows, plainText, referenceTo } from './shop-values';
import { ShopZone } from './shop-zone';
import type { Webservice } from './webservice';

/** The shop's settings; null: unknown. */
export interface ShopSetup {
  zone: ShopZone | null;
  defaultLanguage: string | null;
  defaultCurrency: string | null;
  /** The roots of the category tree. */
  rootCategories: ReadonlySet<string>;
}

export interface OrderState {
  /** In the shop's default language. */
  name: string;
  /** Whether an order in this state counts as paid. */
  paid: boolean;
}

interface Listing {
  rows: PlatformRow[];
  /** The key may not read the table. */
  refusal: WebserviceRefusal | null;
}

const settings = ['PS_TIMEZONE', 'PS_LANG_DEFAULT', 'PS_CURRENCY_DEFAULT', 'PS_ROOT_CATEGORY', 'PS_HOME_CATEGORY'];
/** As many as are read at once. */
export const fewSlips = 60;

const currencyPattern = /^[A-Z]{3}$/;

/**
 * The lookup tables of an export, each requested once per sync, on first use. A table that the key may not read is empty and adds a
 * warning; any other failure is thrown.
 */
export class Lookups {
  constructor(
    private readonly webservice: Webservice,
    private readonly connection: IntegrationConnection,
    private readonly memory: RunMemory,
  ) {}

  setup(): Promise<ShopSetup> {
    return this.memory.once('setup', async (warn) => {
      const listing = await this.#list('configurations', { 'filter[name]': `[${settings.join('|')}]`, display: 'full' });
      if (listing.refusal) warn(noRight('configurations', 'times are given without offset, and the default currency is not known'));
      const value = (name: string): string | null => settingIn(listing.rows, name);
      return {
        zone: ShopZone.named(value('PS_TIMEZONE')),
        defaultLanguage: referenceTo(value('PS_LANG_DEFAULT')),
        defaultCurrency: referenceTo(value('PS_CURRENCY_DEFAULT')),
        rootCategories: new Set([value('PS_ROOT_CATEGORY') ?? '1', value('PS_HOME_CATEGORY') ?? '2']),
      };
    });
  }

  /** Id of the language to use; null: the first text. */
  language(): Promise<string | null> {
    return this.memory.once('language', async () => {
      const { defaultLanguage } = await this.setup();
      if (defaultLanguage !== null) return defaultLanguage;
      const { rows } = await this.#list('languages', { display: '[id,active]' });
      const active = rows.filter((row) => flag(row.active)).flatMap((row) => referenceTo(row.id) ?? []);
      return active.sort((first, second) => Number(first) - Number(second))[0] ?? null;
    });
  }

  orderStates(): Promise<ReadonlyMap<string, OrderState>> {
    return this.memory.once('order states', async (warn) => {
      const language = await this.language();
      const { rows, refusal } = await this.#list('order_states', { display: '[id,name,paid]' });
      if (refusal) warn(noRight('order_states', 'the status of an order is the number of its state, and when it was paid is not known'));
      return byId(rows, (row) => {
        const name = inLanguage(row.name, language);
        return name === null ? null : { name, paid: flag(row.paid) };
      });
    });
  }

  /** ISO 4217 codes. */
  async currencies(): Promise<ReadonlyMap<string, string>> {
    const { codes, refusal } = await this.#currencies();
    if (refusal) this.memory.warn(noRight('currencies', 'prices have no currency'));
    return codes;
  }

  /** Throws if the key may not read them: without currencies no order can be mapped, and an empty export would look successful. */
  async currenciesOfOrders(): Promise<ReadonlyMap<string, string>> {
    const { codes, refusal } = await this.#currencies();
    if (refusal) throw refusal;
    return codes;
  }

  /** ISO 3166-1 alpha-2 codes, or names of countries without one. */
  countries(): Promise<ReadonlyMap<string, string>> {
    return this.memory.once('countries', async (warn) => {
      const language = await this.language();
      const { rows, refusal } = await this.#list('countries', { display: '[id,iso_code,name]' });
      if (refusal) warn(noRight('countries', 'addresses have no country'));
      return byId(rows, (row) => plainText(row.iso_code)?.toUpperCase() ?? inLanguage(row.name, language));
    });
  }

  regions(): Promise<ReadonlyMap<string, string>> {
    return this.memory.once('regions', async (warn) => {
      const { rows, refusal } = await this.#list('states', { display: '[id,iso_code,name]' });
      if (refusal) warn(noRight('states', 'addresses have no region'));
      return byId(rows, (row) => plainText(row.name) ?? plainText(row.iso_code));
    });
  }

  /** Names, without the roots of the tree. */
  categories(): Promise<ReadonlyMap<string, string>> {
    return this.memory.once('categories', async (warn) => {
      const { rootCategories } = await this.setup();
      const language = await this.language();
      const { rows, refusal } = await this.#list('categories', { display: '[id,name,is_root_category]' });
      if (refusal) warn(noRight('categories', 'products have no categories'));
      return byId(rows, (row) => {
        const isRoot = flag(row.is_root_category) || rootCategories.has(sourceId(row.id) ?? '');
        return isRoot ? null : inLanguage(row.name, language);
      });
    });
  }

  /** How many credit slips the shop has, which a key may be unable to read; beyond `fewSlips` it is one more than that. */
  countOrderSlips(): Promise<number> {
    return this.memory.once('number of order slips', async (warn) => {
      const { rows, refusal } = await this.#list('order_slip', { limit: `0,${fewSlips + 1}` });
      if (refusal) warn(noRight('order_slip', 'refunds are not known'));
      return rows.length;
    });
  }

  /** All credit slips of a shop that has few. */
  orderSlips(): Promise<readonly PlatformRow[]> {
    return this.memory.once('order slips', async () => (await this.#list('order_slip', { display: 'full' })).rows);
  }

  /** No warning: most keys may not read tags, and few shops use them. */
  tags(): Promise<ReadonlyMap<string, string>> {
    return this.memory.once('tags', async () => {
      const { rows } = await this.#list('tags', { display: '[id,name]' });
      return byId(rows, (row) => plainText(row.name));
    });
  }

  #currencies(): Promise<{ codes: ReadonlyMap<string, string>; refusal: WebserviceRefusal | null }> {
    return this.memory.once('currencies', async () => {
      const { rows, refusal } = await this.#list('currencies', { display: '[id,iso_code]' });
      const codes = byId(rows, (row) => {
        const code = plainText(row.iso_code)?.toUpperCase() ?? '';
        return currencyPattern.test(code) ? code : null;
      });
      return { codes, refusal };
    });
  }

  async #list(resource: string, parameters: Readonly<Record<string, string>>): Promise<Listing> {
    try {
      return { rows: onlyRows(await this.#rows(resource, parameters)), refusal: null };
    } catch (error) {
      if (error instanceof WebserviceRefusal && error.concernsResourceOnly) return { rows: [], refusal: error };
      throw error;
    }
  }

  /** A version that lacks one of the fields rejects the request. The retry requests all fields. */
  async #rows(resource: string, parameters: Readonly<Record<string, string>>): Promise<unknown[]> {
    const request = { resource, what: `the list of ${resource}` };
    try {
      return await this.webservice.rows(this.connection, { ...request, parameters });
    } catch (error) {
      if (!isUnknownField(error)) throw error;
      return this.webservice.rows(this.connection, { ...request, parameters: { ...parameters, display: 'full' } });
    }
  }
}

function noRight(resource: string, consequence: string): string {
  return `The shop's API key has no right to read ${resource}: ${consequence}.`;
}

/** In a multi-shop installation, the row for all shops wins over rows for some. */
function settingIn(rows: readonly PlatformRow[], name: string): string | null {
  const named = rows.filter((row) => row.name === name);
  const forAll = named.find((row) => referenceTo(row.id_shop) === null && referenceTo(row.id_shop_group) === null);
  return plainText((forAll ?? named[0])?.value);
}

function byId<T>(rows: readonly PlatformRow[], valueOf: (row: PlatformRow) => T | null): ReadonlyMap<string, T> {
  const values = new Map<string, T>();
  for (const row of rows) {
    const id = referenceTo(row.id);
    const value = id === null ? null : valueOf(row);
    if (id !== null && value !== null) values.set(id, value);
  }
  return values;
}
