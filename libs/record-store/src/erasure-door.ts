import type { SystemCapability } from '@sync/records';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { contentColumns } from './columns';
import { eraseStored } from './erase-stored';
import { erasedFields, namedAddresses, ownAddresses } from './erased-fields';
import { contentHash, type PageRow } from './page-rows';

/** Recognises the addresses of erased persons, which are stored as keyed hashes. */
export interface AddressHashes {
  /** One in hexadecimal for each address, in order. */
  hash(tenantId: string, addresses: readonly string[]): Promise<string[]>;
}

/** The erasures of a shop's tenant are others than the rows were compared with, and nothing was written. */
export class ErasuresChanged extends Error {
  constructor(
    readonly tenantId: string | null,
    /** How many erasures the tenant has asked for. */
    readonly erasures: string,
  ) {
    super('The erasures of the tenant have changed');
  }
}

/** Rows without erased persons, and the number of erasures that they were compared with: a statement writes them while it is the same. */
export interface AdmittedRows {
  rows: PageRow[];
  erasures: string;
}

interface Known {
  tenantId: string;
  erasures: string;
}

/** Erasures in force, by hash, and of these customers the erasure that took the person out. */
const findErased = `
  select encode(address_hash, 'hex') as hash, null as customer, id from erasures
  where tenant_id = $1 and address_hash = any($2::bytea[]) and (shop_id is null or shop_id = $3)
  union all
  select null, customer.source_id, customer.erased_by from customers customer join erasures on erasures.id = customer.erased_by
  where customer.shop_id = $3 and customer.source_id = any($4) and customer.erased_by is not null`;

interface Erased {
  byAddress: ReadonlyMap<string, string>;
  byCustomer: ReadonlyMap<string, string>;
}

const maxShops = 20_000;
const none = '0';

/**
 * Every record passes here before it is written. Rows of a tenant without erasures pass without a query, and the statement that
 * writes them finds out if that has changed.
 */
export class ErasureDoor {
  /** Of shops whose tenants have asked for erasures, as last seen. */
  private readonly known = new LRUCache<string, Known>({ max: maxShops });

  constructor(
    private readonly pool: Pool,
    private readonly hashes: AddressHashes | undefined,
  ) {}

  /** Writes the rows once they are compared with the erasures of this moment. `write` throws ErasuresChanged if they are not. */
  async through<T>(
    shopId: string,
    capability: SystemCapability,
    rows: PageRow[],
    write: (admitted: AdmittedRows) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      try {
        return await write(await this.admit(shopId, capability, rows));
      } catch (error) {
        if (!(error instanceof ErasuresChanged) || error.tenantId === null) throw error;
        this.known.set(shopId, { tenantId: error.tenantId, erasures: error.erasures });
      }
    }
  }

  private async admit(shopId: string, capability: SystemCapability, rows: PageRow[]): Promise<AdmittedRows> {
    const known = this.known.get(shopId);
    if (!known || rows.length === 0) return { rows, erasures: known?.erasures ?? none };
    const erased = await this.find(known.tenantId, shopId, capability, rows);
    const admitted = rows.map((row) => withoutPersons(capability, row, erased));
    if (capability === 'customers') await this.eraseOrders(shopId, admitted, erased);
    return { rows: admitted, erasures: known.erasures };
  }

  private async find(tenantId: string, shopId: string, capability: SystemCapability, rows: readonly PageRow[]): Promise<Erased> {
    if (!this.hashes) throw new Error('This record store knows no erased persons, so it writes no records of a tenant that has erased one');
    const addresses = [...new Set(rows.flatMap(({ fields }) => namedAddresses(capability, fields)))];
    const hashes = await this.hashes.hash(tenantId, addresses);
    const customers = rows.flatMap((row) => customerOf(capability, row) ?? []);
    const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'));
    const found = await this.pool.query<{ hash: string | null; customer: string | null; id: string }>({
      name: 'erased persons',
      text: findErased,
      values: [tenantId, bytes, shopId, [...new Set(customers)]],
    });
    const byHash = new Map(found.rows.flatMap(({ hash, id }) => (hash === null ? [] : [[hash, id] as const])));
    return {
      byAddress: new Map(addresses.flatMap((address, index) => pairOf(address, byHash.get(hashes[index] ?? '')))),
      byCustomer: new Map(found.rows.flatMap(({ customer, id }) => (customer === null ? [] : [[customer, id] as const]))),
    };
  }

  /** Of customers that the shop names with an erased address for the first time. Before they are written, so that a repetition finds them again. */
  private async eraseOrders(shopId: string, customers: readonly PageRow[], { byCustomer }: Erased): Promise<void> {
    const isNew = ({ erasedBy, sourceId }: PageRow) => erasedBy !== null && !byCustomer.has(sourceId);
    const sourceIds = customers.filter(isNew).map(({ sourceId }) => sourceId);
    if (sourceIds.length > 0) await eraseStored(this.pool, { shopId, capability: 'orders', customers: sourceIds });
  }
}

const pairOf = (address: string, id: string | undefined): [string, string][] => (id === undefined ? [] : [[address, id]]);

const customerField = contentColumns.orders.findIndex(({ name }) => name === 'customer_source_id');

function customerOf(capability: SystemCapability, { sourceId, fields }: PageRow): string | null {
  if (capability === 'products') return null;
  return capability === 'customers' ? sourceId : (fields[customerField] ?? null);
}

function withoutPersons(capability: SystemCapability, row: PageRow, { byAddress, byCustomer }: Erased): PageRow {
  const customer = customerOf(capability, row);
  const own = ownAddresses(capability, row.fields).find((address) => byAddress.has(address));
  const erasedBy =
    (own === undefined ? undefined : byAddress.get(own)) ?? (customer === null ? undefined : byCustomer.get(customer)) ?? null;
  if (erasedBy === null && byAddress.size === 0) return row;
  const fields = erasedFields(capability, row.fields, (address) => byAddress.has(address), erasedBy !== null);
  return { ...row, fields, contentHash: contentHash(fields), erasedBy: capability === 'customers' ? erasedBy : null };
}
