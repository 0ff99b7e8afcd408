import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startProbeService } from '../testing/probe-service';
import { Readiness } from './readiness';

describe('health', () => {
  let app: NestFastifyApplication;
  let check: () => Promise<unknown>;
  let queue: () => Promise<unknown> = () => Promise.resolve();
  let notice: () => Promise<string | null> = () => Promise.resolve(null);

  beforeAll(async () => {
    app = await startProbeService({
      checks: { needed: { database: () => check() }, helpful: { queue: () => queue() } },
      notice: () => notice(),
    });
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
    expect(body).not.toContain('canary');
    expect(JSON.parse(body)).toMatchObject({ detail: 'Not ready: database.', checks: { database: 'unavailable', queue: 'ok' } });
  });

  it.each([
    ['fails', () => Promise.reject(new Error('canary'))],
    ['hangs', () => new Promise(() => undefined)],
  ])('stays ready, and soon says so, while something that it can do without %s', async (_, state) => {
    check = () => Promise.resolve();
    notice = () => Promise.resolve(null);
    queue = state;
    const begun = Date.now();
    const response = await fetch(`${await app.getUrl()}/health/ready`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', checks: { database: 'ok', queue: 'unavailable' } }]);
    expect(Date.now() - begun).toBeLessThan(2_000);
    queue = () => Promise.resolve();
  });

  it.each([
    ['shows it', () => Promise.resolve('canary'), { status: 'ok', notice: 'canary' }],
    ['is silent when there is none', () => Promise.resolve(null), { status: 'ok' }],
    ['is silent when it cannot be found out', () => Promise.reject(new Error('away')), { status: 'ok' }],
  ])('stays ready with a notice: %s', async (_, found, body) => {
    check = () => Promise.resolve();
    notice = found;
    const response = await fetch(`${await app.getUrl()}/health/ready`);
    expect([response.status, await response.json()]).toEqual([200, { ...body, checks: { database: 'ok', queue: 'ok' } }]);
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
