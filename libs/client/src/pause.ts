import type { ConnectionSyncError } from './connection-sync-error';

const firstDelayMs = 250;
const maxDelayMs = 30_000;
/** Of timers. */
const maxTimerMs = 2 ** 31 - 1;

/** As long as the service asks for, else doubled after each failure, with jitter. */
export function delayAfter({ retryAfterMs }: ConnectionSyncError, failures: number): number {
  const backoffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
  return Math.min(maxTimerMs, Math.max(retryAfterMs ?? 0, backoffMs));
}

/** Rejects with the signal's reason once that aborts. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
