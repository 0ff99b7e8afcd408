import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects, or exceeds the deadline, when the dependency is unusable. */
export type ReadinessCheck = () => Promise<unknown>;

/** What an operator should know although the service works. Null: nothing. */
export type ReadinessNotice = () => Promise<string | null>;

const checkDeadlineMs = 3_000;

/** Whether this process should receive requests: its checks pass and it is not shutting down. */
export class Readiness {
  private draining = false;

  constructor(
    private readonly checks: Readonly<Record<string, ReadinessCheck>>,
    private readonly notice: ReadinessNotice = () => Promise.resolve(null),
  ) {}

  drain(): void {
    this.draining = true;
  }

  /** Names of the failing checks; empty when ready. */
  async failing(): Promise<string[]> {
    if (this.draining) return ['stopping'];
    const names = await Promise.all(Object.entries(this.checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])));
    return names.flat();
  }

  /** Null also when it cannot be found out in time. */
  async currentNotice(): Promise<string | null> {
    return beforeDeadline(
      this.notice().catch(() => null),
      null,
    );
  }
}

async function passes(check: ReadinessCheck): Promise<boolean> {
  const passed = check().then(
    () => true,
    () => false,
  );
  return beforeDeadline(passed, false);
}

async function beforeDeadline<T>(outcome: Promise<T>, otherwise: T): Promise<T> {
  const deadline = new AbortController();
  const late = sleep(checkDeadlineMs, otherwise, { signal: deadline.signal, ref: false }).catch(() => otherwise);
  try {
    return await Promise.race([outcome, late]);
  } finally {
    deadline.abort();
  }
}
