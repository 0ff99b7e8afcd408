import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects, or exceeds the deadline, when the dependency is unusable. An error with a text `missing` is reported by that, else by the check's name. */
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
    const names = await Promise.all(Object.entries(this.checks).map(([name, check]) => failureOf(name, check)));
    return names.filter((name) => name !== null);
  }

  /** Null also when it cannot be found out in time. */
  async currentNotice(): Promise<string | null> {
    return beforeDeadline(
      this.notice().catch(() => null),
      null,
    );
  }
}

/** Null: the check passes. */
async function failureOf(name: string, check: ReadinessCheck): Promise<string | null> {
  const failure = check().then(
    () => null,
    (error: unknown) => {
      const { missing } = error as { missing?: unknown };
      return typeof missing === 'string' ? missing : name;
    },
  );
  return beforeDeadline(failure, name);
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
