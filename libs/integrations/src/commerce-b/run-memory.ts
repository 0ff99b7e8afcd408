import { createHash } from 'node:crypto';
import type { ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import { LRUCache } from 'lru-cache';
import { apiKeyOf } from './credentials';

const mostWarnings = 50;

/** What one export run has found out about its shop. It holds no credentials. */
export class RunMemory {
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #warnings = new Map<string, 'new' | 'told'>();
  /** Pages that the shop could not answer at once. */
  pagesInPieces = 0;

  /** Loads it once, however many ask for it at the same time; after a failure the next one tries again. A name stands for one type. */
  once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name);
    if (known) return known as Promise<T>;
    const loading = load();
    this.#known.set(name, loading);
    loading.catch(() => this.#known.delete(name));
    return loading;
  }

  /** What a person should know of this run although it goes on, in words. */
  warn(warning: string): void {
    if (this.#warnings.size < mostWarnings && !this.#warnings.has(warning)) this.#warnings.set(warning, 'new');
  }

  /** Each is told once in a run. */
  newWarnings(): string[] {
    const warnings = [...this.#warnings].filter(([, state]) => state === 'new').map(([warning]) => warning);
    for (const warning of warnings) this.#warnings.set(warning, 'told');
    return warnings;
  }
}

/** Runs of this process whose ranges may still be fetched; the least recently used one is forgotten first. */
const mostRuns = 200;

/**
 * The memory of each run: the ranges of one run, which are fetched side by side, share it, two connections never do. A request
 * names no run, but a connection has one run of a capability at a time, and a delta starts at an instant of its own.
 */
export class RunMemories {
  readonly #memories: LRUCache<string, RunMemory>;

  constructor(idleMs: number) {
    this.#memories = new LRUCache({ max: mostRuns, ttl: idleMs, updateAgeOnGet: true });
  }

  /** Of a run that begins now: what an earlier one found out may have changed. */
  begin(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    const memory = new RunMemory();
    this.#memories.set(keyOf(connection, request), memory);
    return memory;
  }

  of(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    return this.#memories.get(keyOf(connection, request)) ?? this.begin(connection, request);
  }
}

/** The address and the key belong to it, since a reconnect may replace them; only their hash is kept. */
function keyOf(connection: IntegrationConnection, { capability, modifiedAfter }: ExportRequest): string {
  const shop = createHash('sha256')
    .update(`${connection.baseUrl}\n${apiKeyOf(connection)}`)
    .digest('base64');
  return [connection.id, capability, modifiedAfter ?? 'full', shop].join(' ');
}
