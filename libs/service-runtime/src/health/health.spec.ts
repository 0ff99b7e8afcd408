import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startProbeService } from '../testing/probe-service';
import { Readiness } from './readiness';

describe('health', () => {
  let app: NestFastifyApplication;
  let check: () => Promise<unknown>;

  beforeAll(async () => {
    app = await startProbeService({ checks: { database: () => check() } });
  });
  afterAll(() => app.close());

  const status = async (path: string) => (await fetch(`${await app.getUrl()}/health/${path}`)).status;

  it('is live while a dependency is down', async () => {
    check = () => Promise.reject(new Error('away'));
    expect(await status('live')).toBe(200);
  });

  it('is ready while its checks pass', async () => {
    check = () => Promise.resolve();
    expect(await status('ready')).toBe(200);
  });

  it('is not ready while a check fails: 503 with the name of the check', async () => {
    check = () => Promise.reject(new Error('canary'));
    const response = await fetch(`${await app.getUrl()}/health/ready`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    const body = await response.text();
    expect(body).toContain('database');
    expect(body).not.toContain('canary');
  });

  it('is not ready while a check hangs', async () => {
    check = () => new Promise(() => undefined);
    expect(await status('ready')).toBe(503);
  });

  it('is not ready once it drains, but still live', async () => {
    check = () => Promise.resolve();
    app.get(Readiness).drain();
    expect(await status('ready')).toBe(503);
    expect(await status('live')).toBe(200);
  });
});
