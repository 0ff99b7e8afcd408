import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects, or exceeds the deadline, when the dependency is unusable. An error with a text `missing` is reported by that, else by the check's name. */
export type ReadinessCheck = () => Promise<unknown>;

/** What an operator should know although the service works. Null: nothing. */
export type ReadinessNotice = () => Promise<string | null>;

export interface ReadinessChecks {
  /** The service cannot work without them. */
  needed: Readonly<Record<string, ReadinessCheck>>;
  /** The service stays ready without them. */
  helpful?: Readonly<Record<string, ReadinessCheck>>;
}

export type CheckState = 'ok' | 'unavailable';

export interface Look {
  /** Of every check, by its name. None while the service stops. */
  checks: Record<string, CheckState>;
  /** What is missing; empty when ready. */
  failing: string[];
}

const checkDeadlineMs = 3_000;
/** A probe must not wait for what the service can do without: it would take the service for dead. */
const helpfulDeadlineMs = 500;

/** Whether this process should receive requests: its checks pass and it is not shutting down. */
export class Readiness {
  private draining = false;

  constructor(
    private readonly all: ReadinessChecks,
    private readonly notice: ReadinessNotice = () => Promise.resolve(null),
  ) {}

  drain(): void {
    this.draining = true;
  }

  async look(): Promise<Look> {
    if (this.draining) return { checks: {}, failing: ['stopping'] };
    const [needed, helpful] = await Promise.all([
      failuresOf(this.all.needed, checkDeadlineMs),
      failuresOf(this.all.helpful ?? {}, helpfulDeadlineMs),
    ]);
    const checks = [...needed, ...helpful].map(([name, failure]) => [name, failure === null ? 'ok' : 'unavailable'] as const);
    return { checks: Object.fromEntries(checks), failing: needed.flatMap(([, failure]) => failure ?? []) };
  }

  /** Null also when it cannot be found out in time. */
  async currentNotice(): Promise<string | null> {
    return beforeDeadline(
      this.notice().catch(() => null),
      null,
      checkDeadlineMs,
    );
  }
}

function failuresOf(
  checks: Readonly<Record<string, ReadinessCheck>>,
  deadlineMs: number,
): Promise<(readonly [name: string, failure: string | null])[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await failureOf(name, check, deadlineMs)] as const));
}

/** Null: the check passes. */
async function failureOf(name: string, check: ReadinessCheck, deadlineMs: number): Promise<string | null> {
  const failure = check().then(
    () => null,
    (error: unknown) => {
      const { missing } = error as { missing?: unknown };
      return typeof missing === 'string' ? missing : name;
    },
  );
  return beforeDeadline(failure, name, deadlineMs);
}

async function beforeDeadline<T>(outcome: Promise<T>, otherwise: T, deadlineMs: number): Promise<T> {
  const deadline = new AbortController();
  const late = sleep(deadlineMs, otherwise, { signal: deadline.signal, ref: false }).catch(() => otherwise);
  try {
    return await Promise.race([outcome, late]);
  } finally {
    deadline.abort();
  }
}
