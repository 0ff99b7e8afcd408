import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { KeyRing } from '@sync/credentials';

it('docker/new-secrets.sh makes every secret of docker/compose.yaml, and replaces none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    const words = ['docker/new-secrets.sh', 'service.example', folder];
    execFileSync('sh', words);
    const variables = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
    const required = new Set([...readFileSync('docker/compose.yaml', 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect(Object.keys(variables).sort()).toEqual([...required].sort());
    expect(() => KeyRing.parse(variables.ENCRYPTION_KEYS ?? '')).not.toThrow();
    expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
    expect(spawnSync('sh', words).status).toBe(1);
    expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual(variables);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
