export { collectProcessMetrics, counter, figure, gauge, histogram, labelNames, metrics } from './metrics';
export { startTracing } from './tracing/start-tracing';
export { beginChild, continueTrace, currentTraceId, currentTraceparent, openSpan, traced, type OpenSpan } from './tracing/traced';
