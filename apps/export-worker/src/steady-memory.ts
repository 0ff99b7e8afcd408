import { setFlagsFromString } from 'node:v8';

/**
 * A fetched page is garbage as soon as it is stored, and most of it lies outside the heap. Left alone, the collector lets the
 * process grow to twice what it needs before it looks; it had better look when it has grown by half.
 */
export function keepMemorySteady(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
