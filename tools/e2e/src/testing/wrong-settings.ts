import { AppProcess, type AppName, type Environment } from '@sync/test-harness';
import { newEncryptionKeys } from './encryption-keys';

const good: Environment = {
  DATABASE_URL: 'postgres://user:password@127.0.0.1:1/nowhere',
  ENCRYPTION_KEYS: newEncryptionKeys(),
};

type Setting = [variable: string, value: string];

/** One missing and one malformed variable per app; the configurations' own specs cover all of them. */
const wrong: Record<AppName, Setting[]> = {
  'admin-api': [
    ['DATABASE_URL', ''],
    ['ADMIN_API_PORT', 'canary'],
  ],
  'connection-api': [
    ['ENCRYPTION_KEYS', ''],
    ['DATABASE_URL', 'postgres://user:canary-password@127.0.0.1:canary-port/database'],
  ],
  'export-worker': [
    ['DATABASE_URL', ''],
    ['ENCRYPTION_KEYS', 'canary-of-a-key'],
  ],
  'webhook-ingress': [
    ['DATABASE_URL', ''],
    ['REDIS_URL', 'redis://:canary-password@127.0.0.1:canary-port'],
  ],
};

/** Declares tests of a missing or malformed variable at start (docs/operations/configuration.md). */
export function describeWrongSettings(): void {
  const cases = (Object.entries(wrong) as [AppName, Setting[]][]).flatMap(([app, settings]) =>
    settings.map(([variable, value]) => ({ app, variable, value, is: value === '' ? 'missing' : value })),
  );

  it.each(cases)(
    '$app, $variable $is: exit code 1 and exactly one line that names it and what it should be, and never shows its value',
    async ({ app, variable, value }) => {
      const started = await AppProcess.launch(app, { ...good, [variable]: value });
      const exit = await started.exited;
      const lines = started.stderr.split('\n').filter((line) => line.trim() !== '');
      expect({ exit, lines }).toEqual({
        exit: { code: 1, signal: null },
        lines: [expect.stringMatching(new RegExp(`${variable} ${value === '' ? 'is missing: it ' : ''}should be \\S+`))],
      });
      for (const shown of [value, 'canary']) if (shown !== '') expect(started.output).not.toContain(shown);
    },
  );
}
