import { AppProcess, type AppName, type Environment, type Exit } from './testing/app-process';
import { newEncryptionKeys } from './testing/encryption-keys';

const good: Environment = {
  DATABASE_URL: 'postgres://user:password@127.0.0.1:1/nowhere',
  ENCRYPTION_KEYS: newEncryptionKeys(),
};
const key = (bytes: number, fill: number) => Buffer.alloc(bytes, fill).toString('base64');

type Setting = [variable: string, value: string];

/** Each wrong in one way. An empty value is a missing one. */
const everywhere: Setting[] = [
  ['DATABASE_URL', ''],
  ['DATABASE_URL', 'canary-of-a-database'],
  ['DATABASE_URL', 'mysql://user:canary-password@127.0.0.1/database'],
  ['DATABASE_URL', 'postgres://user:canary-password@127.0.0.1:canary-port/database'],
  ['REDIS_URL', 'http://:canary-password@127.0.0.1'],
  ['REDIS_URL', 'redis://:canary-password@127.0.0.1:canary-port'],
  ['ENCRYPTION_KEYS', ''],
  ['ENCRYPTION_KEYS', 'canary-of-a-key'],
  ['ENCRYPTION_KEYS', `a:${key(31, 7)}`],
  ['ENCRYPTION_KEYS', `a:${key(32, 7)},b:${key(32, 7)}`],
  ['ENCRYPTION_KEYS', `a:${key(32, 7)},a:${key(32, 8)}`],
  ['LOG_LEVEL', 'canary-level'],
  ['STORE_HOST_ALLOWLIST', '10.0.0.0/canary'],
  ['STORE_HOST_ALLOWLIST', 'https://canary.example/'],
  ['COMMERCE_A_REST_PATH', '/canary path'],
  ['COMMERCE_A_PLUGIN_REST_PATH', 'https://canary.example/'],
];

const wrong: Record<AppName, Setting[]> = {
  'connection-api': [
    ...everywhere,
    ['CONNECTION_API_PORT', '70000'],
    ['HOST', 'canary of a host'],
    ['TRUST_PROXY', 'canary-proxy'],
    ['CONNECTION_TOKEN_TTL_SECONDS', '0'],
    ['CONNECTION_TOKEN_TTL_SECONDS', 'canary-hour'],
    ['REGISTER_RATE_LIMIT_PER_MINUTE', '10.5'],
    ['DIRECT_INIT_RATE_LIMIT_PER_MINUTE', '-1'],
    ['DIRECT_INIT_ALLOWED_ORIGINS', 'https://good.example,canary-origin'],
    ['DISCONNECTED_GRACE_DAYS', '1e400'],
  ],
  // One of each: what both read is read by the same class.
  'export-worker': [
    ...everywhere.filter(
      ([, value], index) => value.includes('port') || everywhere.findIndex(([name]) => name === everywhere[index]?.[0]) === index,
    ),
    ['EXPORT_WORKER_PORT', 'canary-port'],
    ['SYNC_PARALLELISM_PER_CONNECTION', '0'],
    ['SYNC_PARALLELISM_PER_CONNECTION', 'canary-four'],
    ['COMMERCE_A_TOTAL_PAGES_HEADER', 'X Canary Pages'],
    ['PENDING_GRACE_HOURS', 'canary-day'],
    ['PENDING_GRACE_HOURS', '-1'],
    ['DISCONNECTED_GRACE_DAYS', '1.5'],
    ['DISCONNECTED_PURGE', 'canary-perhaps'],
  ],
  'webhook-ingress': [
    ['DATABASE_URL', ''],
    ['REDIS_URL', 'redis://:canary-password@127.0.0.1:canary-port'],
    ['ENCRYPTION_KEYS', 'canary-of-a-key'],
    ['WEBHOOK_INGRESS_PORT', 'canary-port'],
    ['WEBHOOK_MAX_BYTES', 'canary-megabyte'],
    ['WEBHOOK_MAX_BYTES', '0'],
    ['COMMERCE_A_SIGNATURE_HEADER', 'X Canary Signature'],
  ],
};

interface Attempt {
  app: AppName;
  variable: string;
  value: string;
  exit: Exit;
  stdout: string;
  stderr: string;
}

const atOnce = 3;
const deadlineMs = 30_000;

async function attempt(app: AppName, [variable, value]: Setting): Promise<Attempt> {
  const started = await AppProcess.launch(app, { ...good, [variable]: value });
  const late = setTimeout(() => void started.kill(), deadlineMs);
  const exit = await started.exited;
  clearTimeout(late);
  return { app, variable, value, exit, stdout: started.stdout, stderr: started.stderr };
}

/** Contract, section 1; B-K 280. */
describe('a missing or malformed variable stops the app at start', () => {
  const cases = (Object.entries(wrong) as [AppName, Setting[]][]).flatMap(([app, settings]) =>
    settings.map((setting) => ({ app, setting })),
  );
  const attempts = new Map<string, Attempt>();

  beforeAll(async () => {
    const queue = [...cases];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) attempts.set(JSON.stringify(next), await attempt(next.app, next.setting));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }, 300_000);

  it.each(cases.map(({ app, setting }) => ({ app, variable: setting[0], is: setting[1] === '' ? 'missing' : setting[1], setting })))(
    '$app, $variable $is: exit code 1 and exactly one line that names it and what it should be, and never shows its value',
    ({ app, setting }) => {
      const [variable, value] = setting;
      const { exit, stdout, stderr } = attempts.get(JSON.stringify({ app, setting })) ?? { exit: null, stdout: '', stderr: '' };
      const lines = stderr.split('\n').filter((line) => line.trim() !== '');
      expect({ exit, lines }).toEqual({
        exit: { code: 1, signal: null },
        lines: [expect.stringMatching(new RegExp(`${variable} should be \\S+`))],
      });
      for (const shown of [value, 'canary']) {
        if (shown.length > 5) expect(`${stdout}${stderr}`).not.toContain(shown);
      }
    },
  );
});
