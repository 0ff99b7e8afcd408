import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { collectProcessMetrics, gauge, metrics } from '@sync/telemetry';
import type { Readiness } from '../health/readiness';
import { Problem } from '../problems/problem';
import { writeProblem } from '../problems/send-problem';
import { setResponseHeaders } from '../requests/response-headers';
import { plainServer } from '../service/plain-server';

const ready = gauge({
  name: 'sync_ready',
  help: '1 while a readiness check of the process passes, else 0. Also of what it can do without, such as the queue.',
  labels: ['check'],
});

interface MetricsAddress {
  port: number;
  host: string;
}

/**
 * GET /metrics in Prometheus' text format, on a listener of its own, so that no gateway can reach it by a path of the service. Resolves to
 * its address. Rejects when the port is taken. It ends with the process, so that metrics are there to the end.
 */
export async function serveMetrics(readiness: Readiness, { port, host }: MetricsAddress): Promise<string> {
  collectProcessMetrics();
  const server = plainServer((request, response, requestId) => {
    setResponseHeaders(response, requestId);
    if (request.url !== '/metrics') return writeProblem(response, Problem.of('not-found'));
    void metricsText(readiness).then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => writeProblem(response, Problem.of('internal-error')),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`;
}

async function metricsText(readiness: Readiness): Promise<string> {
  const { checks } = await readiness.look();
  ready.reset();
  for (const [check, state] of Object.entries(checks)) ready.set({ check }, state === 'ok' ? 1 : 0);
  return metrics.metrics();
}
