import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Every label of every metric. Each has few values, because each combination is a series that Prometheus keeps: no id of a tenant,
 * connection, user or task, no address, and no text of a caller.
 */
export const labelNames = [
  ...['method', 'route', 'status_class', 'limit', 'check'],
  ...['task', 'queue', 'state', 'outcome', 'schedule'],
  ...['capability', 'mode', 'status', 'source', 'platform', 'result', 'token', 'event'],
] as const;
type LabelName = (typeof labelNames)[number];

interface Description<L extends LabelName> {
  /** With its unit, by the conventions of Prometheus. */
  name: `sync_${string}`;
  help: string;
  labels?: readonly L[];
}

/** The metrics of this process. Each is declared where it is counted, once. */
export const metrics = new Registry();

const settings = <L extends LabelName>({ labels = [], ...rest }: Description<L>) => ({ ...rest, labelNames: labels, registers: [metrics] });

/**
 * Counts what this process did. Its name ends in `_total`. `known`: combinations of labels that it shows as 0 from the start. Any other
 * series begins with its first count, which Prometheus cannot see as an increase: an alert on few counts, or on a burst, would miss it.
 */
export function counter<L extends LabelName = never>(description: Description<L>, known: readonly Record<L, string>[] = []): Counter<L> {
  const own = new Counter(settings(description));
  for (const labels of known) own.inc(labels, 0);
  return own;
}

/** A value that rises and falls. `measure` sets it when Prometheus asks. */
export function gauge<L extends LabelName = never>(description: Description<L>, measure?: (own: Gauge<L>) => void): Gauge<L> {
  const collect = measure && {
    collect(this: Gauge<L>): void {
      measure(this);
    },
  };
  return new Gauge({ ...settings(description), ...collect });
}

const freshMs = 60_000;

/** Of one combination of labels. */
type Measured<L extends string> = Record<L, string> & { value: number };

/**
 * A figure of the whole service. One process at a time measures it and replaces all its values; a minute later that process no longer
 * shows them, because another one does.
 */
export function figure<L extends LabelName = never>(description: Description<L>): { measured(values: readonly Measured<L>[]): void } {
  let freshUntil = 0;
  const clear = () => {
    own.reset();
    // A gauge without labels is reset to zero.
    if (!description.labels) own.remove();
  };
  const own = gauge(description, () => void (Date.now() > freshUntil && clear()));
  return {
    measured: (values) => {
      clear();
      for (const { value, ...labels } of values) own.set(labels as Partial<Record<L, string>>, value);
      freshUntil = Date.now() + freshMs;
    },
  };
}

/** Counts durations in seconds by these upper bounds. Each bound is a series, so there are few. */
export function histogram<L extends LabelName = never>(description: Description<L>, buckets: readonly number[]): Histogram<L> {
  return new Histogram({ ...settings(description), buckets: [...buckets] });
}

/** Memory, processor time, event loop and garbage collection of this process, from now on. Call it once. */
export function collectProcessMetrics(): void {
  collectDefaultMetrics({ register: metrics });
}
