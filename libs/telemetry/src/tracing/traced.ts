import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type TextMapGetter,
  type TextMapSetter,
} from '@opentelemetry/api';

/**
 * What a span may say. Nothing else can be written: no address, query, header, body, id or text of others, because any of them may hold a
 * secret or personal data. An error is its class only.
 */
interface SpanFacts {
  'http.request.method'?: string;
  /** The pattern of the route. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'db.system.name'?: 'postgresql';
  /** The first word of the statement. */
  'db.operation.name'?: string;
  'sync.task'?: string;
  'sync.task.attempt'?: number;
  'sync.queue'?: string;
  'sync.platform'?: string;
  'error.type'?: string;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

interface NewSpan {
  name: string;
  kind: keyof typeof kinds;
  facts: SpanFacts;
}

/** Where a trace goes on, in the form of the W3C's traceparent header. It holds ids only. */
type Traceparent = string;

let isOn = false;

/** From now on work is traced. Called once a provider is registered. */
export function beginTracing(): void {
  isOn = true;
}

const header = 'traceparent';
const set: TextMapSetter<{ traceparent?: string }> = {
  set: (carrier, key, value) => void (key === header && (carrier.traceparent = value)),
};
const get: TextMapGetter<{ traceparent?: string }> = {
  keys: () => [header],
  get: (carrier, key) => (key === header ? carrier.traceparent : undefined),
};

/** Of the span that the calling code runs in; null outside of one. */
export function currentTraceparent(): Traceparent | null {
  if (!isOn) return null;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier, set);
  return carrier.traceparent ?? null;
}

/** For log lines; undefined outside of a span. */
export function currentTraceId(): string | undefined {
  return isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined;
}

function startIn(parent: Context, { name, kind, facts }: NewSpan): Span {
  return trace.getTracer('connection-sync').startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, parent);
}

/** A span that begins a trace and ends with `end`. `within` runs code in it. */
export interface OpenSpan {
  within<T>(work: () => T): T;
  end(name: string, facts: SpanFacts, isFailure: boolean): void;
}

/** For what begins and ends in different places. Null while nothing is traced. */
export function openSpan(span: NewSpan): OpenSpan | null {
  if (!isOn) return null;
  const opened = startIn(ROOT_CONTEXT, span);
  return {
    within: (work) => context.with(trace.setSpan(ROOT_CONTEXT, opened), work),
    end: (name, facts, isFailure) => {
      opened.updateName(name).setAttributes({ ...facts });
      if (isFailure) opened.setStatus({ code: SpanStatusCode.ERROR });
      opened.end();
    },
  };
}

/** Runs work in a span that continues the trace of `parent`; null begins one. */
export function continueTrace<T>(parent: Traceparent | null, span: NewSpan, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work();
  const above = parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent }, get);
  return run(above, span, work);
}

/** A span of the trace that the calling code runs in, for what ends in a callback. Null outside of a trace. Returns what ends it. */
export function beginChild(span: () => NewSpan): ((error?: unknown) => void) | null {
  if (!isOn || !trace.getActiveSpan()?.isRecording()) return null;
  const opened = startIn(context.active(), span());
  return (error) => {
    if (error !== undefined && error !== null) markFailed(opened, error);
    opened.end();
  };
}

/** Runs work in such a span. `factsOf`: what its result adds. */
export function traced<T>(span: () => NewSpan, work: () => Promise<T>, factsOf?: (result: T) => SpanFacts): Promise<T> {
  if (!isOn || !trace.getActiveSpan()?.isRecording()) return work();
  return run(context.active(), span(), work, factsOf);
}

function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown').setStatus({ code: SpanStatusCode.ERROR });
}

async function run<T>(parent: Context, span: NewSpan, work: () => Promise<T>, factsOf?: (result: T) => SpanFacts): Promise<T> {
  const opened = startIn(parent, span);
  try {
    const result = await context.with(trace.setSpan(parent, opened), work);
    if (factsOf) opened.setAttributes({ ...factsOf(result) });
    return result;
  } catch (error) {
    markFailed(opened, error);
    throw error;
  } finally {
    opened.end();
  }
}
