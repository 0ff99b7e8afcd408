import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPanelRoutes } from './admin-panel-files';
import { describedGateway, startDevelopmentGateway } from './testing/described-gateway';

describe('the admin panel', () => {
  const { begin, gateway } = describedGateway(startDevelopmentGateway);
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'admin-panel-'));
    for (const name of ['assets', 'preview']) mkdirSync(join(folder, name));
    for (const name of ['.', 'preview']) writeFileSync(join(folder, name, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'assets/main-ABC.js'), 'export {};');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => begin({}, new Map(await adminPanelRoutes(folder))));

  const get = (path: string) => fetch(gateway().url + path, { redirect: 'manual' });

  it('is a page that is never cached, in no frame, and without anything inline', async () => {
    const { headers, status } = await get('/admin/');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy).not.toMatch(/unsafe|nonce/);
  });

  it('lets only its own pages frame the page of the preview, which has an origin of its own', async () => {
    const { headers } = await get('/admin/preview/');
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", 'sandbox allow-scripts', "frame-ancestors 'self'"]),
    );
    expect([policy.join(), headers.get('x-frame-options')]).toEqual([
      expect.not.stringMatching(/unsafe|nonce|allow-same-origin/),
      'SAMEORIGIN',
    ]);
  });

  it('has assets that never change under their name, and nothing else', async () => {
    expect((await get('/admin/assets/main-ABC.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/admin/assets/main-OLD.js')).status).toBe(404);
    expect((await get('/admin/../package.json')).status).toBe(404);
  });

  it('is also found without the slash', async () => {
    const { headers, status } = await get('/admin');
    expect([status, headers.get('location')]).toEqual([308, '/admin/']);
  });
});
