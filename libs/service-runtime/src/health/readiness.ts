import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects, or exceeds the deadline, when the dependency is unusable. */
export type ReadinessCheck = () => Promise<unknown>;

const checkDeadlineMs = 3_000;

/** Whether this process should receive requests: its checks pass and it is not shutting down. */
export class Readiness {
  private draining = false;

  constructor(private readonly checks: Readonly<Record<string, ReadinessCheck>>) {}

  drain(): void {
    this.draining = true;
  }

  /** Names of the failing checks; empty when ready. */
  async failing(): Promise<string[]> {
    if (this.draining) return ['stopping'];
    const names = await Promise.all(Object.entries(this.checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])));
    return names.flat();
  }
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  const deadline = new AbortController();
  const late = sleep(checkDeadlineMs, false, { signal: deadline.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([check().then(() => true), late]);
  } catch {
    return false;
  } finally {
    deadline.abort();
  }
}
