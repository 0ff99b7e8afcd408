import { createHash } from 'node:crypto';
import type { ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import { LRUCache } from 'lru-cache';
import { credentialText } from '../mapping/credentials';

const maxWarnings = 50;

/** What one export run has learned about its shop. Holds no credentials. */
export class RunMemory {
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #warnings = new Map<string, 'new' | 'reported'>();
  /** Pages that the shop could not return at once. */
  pagesInPieces = 0;

  /** Loads a value once for all concurrent callers. After a failure, the next caller retries. Each name must have one type. */
  once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name);
    if (known) return known as Promise<T>;
    const loading = load();
    this.#known.set(name, loading);
    loading.catch(() => this.#known.delete(name));
    return loading;
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
 * at most one run per capability, and each delta starts at a different instant.
 */
export class RunMemories {
  readonly #memories: LRUCache<string, RunMemory>;

  constructor(idleMs: number) {
    this.#memories = new LRUCache({ max: maxRuns, ttl: idleMs, updateAgeOnGet: true });
  }

  /** For a run that begins now: what an earlier run learned may be outdated. */
  begin(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    const memory = new RunMemory();
    this.#memories.set(keyOf(connection, request), memory);
    return memory;
  }

  of(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    return this.#memories.get(keyOf(connection, request)) ?? this.begin(connection, request);
  }
}

/** Includes a hash of address and key, since a reconnect may replace them. */
function keyOf(connection: IntegrationConnection, { capability, modifiedAfter }: ExportRequest): string {
  const shop = createHash('sha256')
    .update(`${connection.baseUrl}\n${credentialText(connection, 'api_key')}`)
    .digest('base64');
  return [connection.id, capability, modifiedAfter ?? 'full', shop].join(' ');
}
