export { collectProcessMetrics, counter, figure, gauge, histogram, labelNames, metrics } from './metrics';
