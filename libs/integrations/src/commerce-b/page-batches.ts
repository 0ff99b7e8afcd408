import type { RecordOf, SystemCapability } from '@sync/records';
import type { ExportBatch, ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import { parseModifiedAfter } from '../mapping/modified-after';
import { asRow, lastOfEachId, sourceId, UnmappableRow, type PlatformRow } from '../mapping/platform-values';
import { mapCustomer } from './customer.mapping';
import { isLeftOut } from './left-out';
import { listedPage } from './listed-page';
import { Lookups } from './lookups';
import { mapOrder, type OrderContext } from './order.mapping';
import { slipsOf } from './order-slips';
import { addressesOf } from './page-addresses';
import { mapProduct } from './product.mapping';
import { WebserviceRefusal } from './refusal';
import type { RunMemory } from '../runs/run-memory';
import type { CommerceBSettings } from './settings';
import { shopBaseOf } from './shop-base';
import { isModifiedAfter } from './shop-dates';
import { associated, onlyRows, referenceTo } from './shop-values';
import type { Webservice } from './webservice';

interface FetchedPage {
  page: number;
  rows: unknown[];
}

/** The surroundings of a page. */
interface PageContext {
  connection: IntegrationConnection;
  lookups: Lookups;
  memory: RunMemory;
  /** For messages. */
  what: string;
}

type MapRow<C extends SystemCapability> = (row: unknown) => RecordOf[C] | UnmappableRow;

/** Turns a page of rows into a batch: filters, looks up references and maps. */
export class PageBatches {
  constructor(
    private readonly webservice: Webservice,
    private readonly settings: CommerceBSettings,
  ) {}

  async of<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    { page, rows }: FetchedPage,
    memory: RunMemory,
  ): Promise<ExportBatch<C>> {
    const batch: ExportBatch<C> = { page, records: [], skipped: [], rows: rows.length, list: listedPage(request.capability, rows) };
    if (request.content === 'ids') return batch;
    const lookups = new Lookups(this.webservice, connection, memory);
    const setting = { connection, lookups, memory, what: `${request.capability} page ${page}` };
    const selected = await selectRows(rows, request, lookups);
    const map = selected.length > 0 ? await this.#mappingOf(request.capability, selected, setting) : null;
    for (const row of selected) {
      const mapped = map?.(row);
      if (mapped instanceof UnmappableRow) batch.skipped.push({ sourceId: mapped.sourceId, reason: mapped.reason });
      else if (mapped) batch.records.push(mapped);
    }
    batch.records = lastOfEachId(batch.records);
    const warnings = memory.newWarnings();
    return warnings.length === 0 ? batch : { ...batch, warnings };
  }

  #mappingOf<C extends SystemCapability>(capability: C, rows: unknown[], setting: PageContext): Promise<MapRow<C>> {
    const mappings: { [K in SystemCapability]: () => Promise<MapRow<K>> } = {
      customers: () => this.#ofCustomers(setting),
      orders: () => this.#ofOrders(rows, setting),
      products: () => this.#ofProducts(rows, setting),
    };
    return mappings[capability]();
  }

  async #ofCustomers({ lookups }: PageContext): Promise<MapRow<'customers'>> {
    const { zone } = await lookups.setup();
    return (row) => mapCustomer(row, { zone });
  }

  async #ofOrders(rows: unknown[], setting: PageContext): Promise<MapRow<'orders'>> {
    const { lookups, connection, memory, what } = setting;
    const { zone } = await lookups.setup();
    const currencies = await lookups.currenciesOfOrders();
    const states = await lookups.orderStates();
    const orders = onlyRows(rows);
    const stateOf = await this.#missingStates(orders, setting);
    const shop = { webservice: this.webservice, connection, lookups };
    const addresses = await addressesOf(orders, what, shop);
    const slips = await slipsOf(orders, what, shop);
    const context: OrderContext = { zone, states, currencies, addresses, slips };
    warnOfUnknownStates(orders, context, memory);
    return (row) => {
      const state = stateOf.get(sourceId(asRow(row)?.id) ?? '');
      return mapOrder(state === undefined ? row : { ...asRow(row), current_state: state }, context);
    };
  }

  /** Some versions omit the state in lists and return it only with the single order. */
  async #missingStates(orders: readonly PlatformRow[], { connection, what }: PageContext): Promise<ReadonlyMap<string, unknown>> {
    const states = new Map<string, unknown>();
    for (const { id: value, current_state: state } of orders) {
      const id = sourceId(value);
      if (id === null || sourceId(state) !== null) continue;
      const order = await this.#single(connection, id, `an order of ${what}`);
      if (order) states.set(id, order.current_state);
    }
    return states;
  }

  async #single(connection: IntegrationConnection, id: string, what: string): Promise<PlatformRow | null> {
    try {
      const [row] = await this.webservice.rows(connection, { resource: 'orders', id, what });
      return asRow(row);
    } catch (error) {
      // Deleted after it was listed.
      if (error instanceof WebserviceRefusal && error.status === 404) return null;
      throw error;
    }
  }

  async #ofProducts(rows: unknown[], { connection, lookups }: PageContext): Promise<MapRow<'products'>> {
    const { zone, defaultCurrency } = await lookups.setup();
    const language = await lookups.language();
    const currency = defaultCurrency === null ? null : ((await lookups.currencies()).get(defaultCurrency) ?? null);
    const categories = await lookups.categories();
    const haveTags = onlyRows(rows).some((row) => associated(row, 'tags').length > 0);
    const tags = haveTags ? await lookups.tags() : new Map<string, string>();
    const { imageType } = this.settings;
    const context = { zone, language, currency, categories, tags, shopBase: shopBaseOf(connection.baseUrl), imageType };
    return (row) => mapProduct(row, context);
  }
}

/** The platform cannot filter reliably, so `modifiedAfter` is applied here. Rows that are no objects are kept, to be skipped with a reason. */
async function selectRows(rows: unknown[], { capability, modifiedAfter }: ExportRequest, lookups: Lookups): Promise<unknown[]> {
  const there = rows.filter((value) => !isLeftOut(capability, asRow(value) ?? {}));
  if (modifiedAfter === null || there.length === 0) return there;
  const instant = parseModifiedAfter(modifiedAfter);
  const { zone } = await lookups.setup();
  return there.filter((value) => {
    const row = asRow(value);
    return row === null || isModifiedAfter(row, instant, zone);
  });
}

function warnOfUnknownStates(orders: readonly PlatformRow[], { states }: OrderContext, memory: RunMemory): void {
  if (states.size === 0) return;
  for (const { current_state: value } of orders) {
    const id = referenceTo(value);
    if (id !== null && !states.has(id))
      memory.warn(`Orders are in a state that the shop does not list: their status is its number, ${id}.`);
  }
}
