import { AsyncLocalStorage } from 'node:async_hooks';

/** What calls cost a shop. */
export interface ShopLoad {
  requests: number;
  /** Of response bodies, once decompressed. */
  bytes: number;
}

const meter = new AsyncLocalStorage<ShopLoad>();

/** Adds each request to a shop that the work makes, and its response, to `load`. */
export function meterRequests<T>(load: ShopLoad, work: () => Promise<T>): Promise<T> {
  return meter.run(load, work);
}

export function countRequest(): void {
  const load = meter.getStore();
  if (load) load.requests += 1;
}

export function countBytes(bytes: number): void {
  const load = meter.getStore();
  if (load) load.bytes += bytes;
}
