import { IntegrationRequestException, type IntegrationConnection } from '@sync/integration-contract';
import { pluginCan } from '@sync/platforms';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { credentialText } from '../mapping/credentials';
import { parseModifiedAfter } from '../mapping/modified-after';
import { asRow } from '../mapping/platform-values';
import type { StoreHttp } from '../store-http/store-http';
import type { RunMemory } from './run-memory';

/** Rows of a page, the most that a plugin lists at once. */
const limit = 1_000;
/** With more changes the lists of the shop are as cheap. */
const maxPages = 50;
/** Instants are rounded down to it, so that the runs of one sync ask one question. */
const roundedToMs = 600_000;

/** Longer ids would give numbers of pages beyond 32 bits. */
export const isPageableId = (id: unknown): id is string => typeof id === 'string' && /^\d{1,11}$/.test(id);

/** Where a platform's plugin has its list. */
export interface ChangesAddress {
  storeBaseOf: (baseUrl: string) => string;
  /** Below the base, up to where the question follows. */
  path: string;
  /** Member of the credentials that says that the plugin has a list. */
  versionMember: string;
  /** Member of the credentials that opens it. */
  keyMember: string;
  deadlineMs: number;
}

/** Ids, ascending. */
interface Changes {
  changed: readonly string[];
  deleted: readonly string[];
}

type Outcome = keyof Changes;
/** The latest that happened to each id. */
type Happened = Readonly<Record<SystemCapability, Map<string, Outcome>>>;

/** What the service's plugin in the shop says of changes since an instant, for all kinds of records at once. */
export class ChangesList {
  constructor(
    private readonly http: StoreHttp,
    private readonly address: ChangesAddress,
  ) {}

  /** Null: the shop has no plugin that lists changes, or the plugin does not know all changes. */
  async of(
    connection: IntegrationConnection,
    { capability, modifiedAfter }: { capability: SystemCapability; modifiedAfter: string },
    memory: RunMemory,
  ): Promise<Changes | null> {
    if (!pluginCan(connection.driver, credentialText(connection, this.address.versionMember), 'changesList')) return null;
    const since = Math.floor(parseModifiedAfter(modifiedAfter) / roundedToMs) * roundedToMs;
    if (since < 0) return null;
    const happened = await memory.once(`changes since ${since}`, () => this.#listed(connection, since));
    const withOutcome = (wanted: Outcome) =>
      [...(happened?.[capability] ?? [])].flatMap(([id, outcome]) => (outcome === wanted ? id : [])).sort((one, other) => +one - +other);
    return happened && { changed: withOutcome('changed'), deleted: withOutcome('deleted') };
  }

  async #listed(connection: IntegrationConnection, since: number): Promise<Happened | null> {
    const happened: Happened = { customers: new Map(), orders: new Map(), products: new Map() };
    let position = since;
    for (let page = 1; page <= maxPages; page += 1) {
      const answer = await this.#ask(connection, position);
      if (answer?.complete !== true || !addTo(happened, answer)) return null;
      if (answer.has_more === false) return happened;
      const { next } = answer;
      if (typeof next !== 'number' || !Number.isSafeInteger(next) || next <= position) return null;
      position = next;
    }
    return null;
  }

  /** A failure of the shop shows again in the ordinary delta, which follows. */
  async #ask(connection: IntegrationConnection, since: number): Promise<Readonly<Record<string, unknown>> | null> {
    const { storeBaseOf, path, keyMember, deadlineMs } = this.address;
    try {
      const reply = await this.http.send({
        baseUrl: storeBaseOf(connection.baseUrl),
        tenantId: connection.tenantId,
        connectionId: connection.id,
        platform: connection.driver,
        path: `${path}since=${since}&limit=${limit}`,
        headers: { 'X-Service-Connector-Key': credentialText(connection, keyMember) },
        what: 'the list of changes',
        deadlineMs: deadlineMs * (connection.timeoutFactor ?? 1),
        isBulk: true,
      });
      return reply.status === 200 ? asRow(reply.json()) : null;
    } catch (error) {
      if (error instanceof IntegrationRequestException) return null;
      throw error;
    }
  }
}

/** False: the answer is not a list of changes. */
function addTo(happened: Happened, answer: Readonly<Record<string, unknown>>): boolean {
  for (const outcome of ['changed', 'deleted'] as const) {
    for (const capability of systemCapabilities) {
      const ids = asRow(answer[outcome])?.[capability];
      if (!Array.isArray(ids) || ids.length > limit || !ids.every(isPageableId)) return false;
      for (const id of ids) happened[capability].set(id, outcome);
    }
  }
  return true;
}
