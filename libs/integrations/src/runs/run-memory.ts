import { createHash } from 'node:crypto';
import type { ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { LRUCache } from 'lru-cache';

export interface RunMemorySettings {
  /** What a run has learned expires after this long without use. */
  lookupIdleMs: number;
  /** Runs that begin within this time share what they look up. */
  lookupShareMs: number;
}

export const runMemoryDefaults: RunMemorySettings = { lookupIdleMs: 300_000, lookupShareMs: 120_000 };

const maxWarnings = 50;

type Warn = (warning: string) => void;

interface Found<T> {
  value: T;
  warnings: readonly string[];
}

/** What was looked up in a shop, once for all runs of one sync: one run of each capability. */
export class LookupMemory {
  readonly capabilities = new Set<SystemCapability>();
  readonly createdAt = Date.now();
  readonly #known = new Map<string, Promise<Found<unknown>>>();

  /** Loads a value once for all concurrent callers. After a failure, the next caller retries. Each name must have one type. */
  once<T>(name: string, load: (warn: Warn) => Promise<T>): Promise<Found<T>> {
    const known = this.#known.get(name);
    if (known) return known as Promise<Found<T>>;
    const warnings: string[] = [];
    const loading = load((warning) => void warnings.push(warning)).then((value) => ({ value, warnings }));
    this.#known.set(name, loading);
    loading.catch(() => this.#known.delete(name));
    return loading;
  }
}

/** What one export run has learned about its shop. Holds no credentials. */
export class RunMemory {
  readonly #warnings = new Map<string, 'new' | 'reported'>();
  /** Pages that the shop could not return at once. */
  pagesInPieces = 0;

  constructor(private readonly lookups: LookupMemory = new LookupMemory()) {}

  /** Like `LookupMemory.once`. A warning of the lookup is one of every run that uses it. */
  async once<T>(name: string, load: (warn: Warn) => Promise<T>): Promise<T> {
    const { value, warnings } = await this.lookups.once(name, load);
    for (const warning of warnings) this.warn(warning);
    return value;
  }

  /** Adds a message for a person about a run that continues. */
  warn(warning: string): void {
    if (this.#warnings.size < maxWarnings && !this.#warnings.has(warning)) this.#warnings.set(warning, 'new');
  }

  /** Returns each warning once per run. */
  newWarnings(): string[] {
    const warnings = [...this.#warnings].filter(([, state]) => state === 'new').map(([warning]) => warning);
    for (const warning of warnings) this.#warnings.set(warning, 'reported');
    return warnings;
  }
}

/** The least recently used run is evicted. */
const maxRuns = 200;

/**
 * One memory per run, shared by its concurrent ranges and never between connections. A request names no run, but a connection has
 * at most one run per capability, and a process that did not plan a run knows it by the time at which it was asked for. Runs of
 * one sync that begin within a short time share their lookups.
 */
export class RunMemories {
  readonly #runs: LRUCache<string, RunMemory>;
  readonly #lookups: LRUCache<string, LookupMemory>;

  constructor({ lookupIdleMs, lookupShareMs }: RunMemorySettings) {
    this.#runs = new LRUCache({ max: maxRuns, ttl: lookupIdleMs, updateAgeOnGet: true });
    this.#lookups = new LRUCache({ max: maxRuns, ttl: lookupShareMs });
  }

  /** For a run that begins now: what an earlier run of its capability learned may be outdated. */
  begin(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    const known = this.#lookups.get(shopOf(connection));
    const lookups = known && isOfSync(known, request) ? known : this.#newLookups(connection);
    lookups.capabilities.add(request.capability);
    const memory = new RunMemory(lookups);
    this.#runs.set(runOf(connection, request), memory);
    return memory;
  }

  of(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    return this.#runs.get(runOf(connection, request)) ?? this.begin(connection, request);
  }

  /** For reading records by their ids, which may happen often within a run and says nothing about it. */
  ofReads(connection: IntegrationConnection): RunMemory {
    return new RunMemory(this.#lookups.get(shopOf(connection)) ?? this.#newLookups(connection));
  }

  #newLookups(connection: IntegrationConnection): LookupMemory {
    const lookups = new LookupMemory();
    this.#lookups.set(shopOf(connection), lookups);
    return lookups;
  }
}

function runOf(connection: IntegrationConnection, { capability, modifiedAfter, requestedAt = '' }: ExportRequest): string {
  return [shopOf(connection), capability, modifiedAfter ?? 'full', requestedAt].join(' ');
}

/** Whether the lookups are new enough for a run that begins now. The runs of one sync are asked for at the same time. */
function isOfSync({ capabilities, createdAt }: LookupMemory, { capability, requestedAt }: ExportRequest): boolean {
  return requestedAt === undefined ? !capabilities.has(capability) : createdAt >= Date.parse(requestedAt);
}

/** Includes a hash of address and credentials, since a reconnect may replace them. */
function shopOf(connection: IntegrationConnection): string {
  const place = `${connection.baseUrl}\n${JSON.stringify(connection.credentials.reveal())}`;
  return `${connection.id} ${createHash('sha256').update(place).digest('base64')}`;
}
