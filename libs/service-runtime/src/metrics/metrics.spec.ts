import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Readiness } from '../health/readiness';
import { startProbeService } from '../testing/probe-service';
import { serveMetrics } from './serve-metrics';

describe('metrics', () => {
  let app: NestFastifyApplication;
  let url: string;
  let metricsUrl: string;

  beforeAll(async () => {
    const checks = { needed: { database: () => Promise.reject(new Error('away')) }, helpful: { queue: () => Promise.resolve() } };
    let asked = 0;
    const sql = { query: async <T>() => [{ isRefused: (asked += 1) > 3, accepted: 3, secondsLeft: 60 }] as unknown as T };
    app = await startProbeService({ checks, sql });
    url = await app.getUrl();
    metricsUrl = await serveMetrics(app.get(Readiness), { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const scrape = async () => (await fetch(metricsUrl)).text();
  const series = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name));

  it('count requests by pattern of the route, method and class of status, and limits by name', async () => {
    await fetch(`${url}/api/things/secret-1?token=canary`);
    await fetch(`${url}/api/things/secret-2`);
    for (let turn = 0; turn < 4; turn += 1) await fetch(`${url}/api/limited`, { method: 'POST' });
    const text = await scrape();
    expect(text).toContain('sync_http_request_duration_seconds_count{method="GET",route="/api/things/:id",status_class="2xx"} 2');
    expect(text).toContain('sync_http_request_duration_seconds_count{method="POST",route="/api/limited",status_class="4xx"} 1');
    expect(text).toContain('sync_rate_limited_requests_total{limit="probe"} 1');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(/secret|canary/);
  });

  it('stay few: requests that clients make up share one series', async () => {
    for (let made = 0; made < 200; made += 1) await fetch(`${url}/made-up/${made}`, { method: made % 2 ? 'PUT' : 'DELETE' });
    const counts = series(await scrape(), 'sync_http_request_duration_seconds_count');
    expect(counts.filter((line) => line.includes('unknown'))).toEqual([
      'sync_http_request_duration_seconds_count{method="any",route="unknown",status_class="4xx"} 200',
    ]);
  });

  it('show the state of each dependency', async () => {
    const text = await scrape();
    expect(series(text, 'sync_ready')).toEqual(['sync_ready{check="database"} 0', 'sync_ready{check="queue"} 1']);
  });

  it('are served by their own listener only, and nothing else is', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/api/things/1', metricsUrl))).status).toBe(404);
  });
});
