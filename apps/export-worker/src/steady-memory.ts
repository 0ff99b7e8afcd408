import { setFlagsFromString } from 'node:v8';

/**
 * A fetched page is garbage as soon as it is stored, and most of it lies outside the heap. By default the collector runs when the process
 * has grown to twice its live memory. Here it runs at one and a half.
 */
export function keepMemorySteady(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
