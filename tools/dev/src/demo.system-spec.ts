import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Run {
  code: number | null;
  output: string;
}

/** The main scenario, as on a fresh clone. */
describe('npm run demo', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'demo-'));

  beforeAll(() => chmodSync(dataFolder, 0o755));
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

  /** Sends SIGINT when this text appears. */
  const run = async (environment: Record<string, string> = {}, interruptedAt?: string): Promise<Run> => {
    const { npm_lifecycle_event: _npm, ...inherited } = process.env;
    const child = spawn(process.execPath, ['dist/tools/dev/demo.mjs'], {
      env: { ...inherited, DATA_FOLDER: dataFolder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let isInterrupted = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (isInterrupted || interruptedAt === undefined || !output.includes(interruptedAt)) return;
        isInterrupted = child.kill('SIGINT');
      });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  };

  it('connects two shops by both handshakes, syncs and prints records, receives signed webhooks, rejects a forged one, signs in to the admin API, exits 0 and leaves nothing behind; without a terminal it prints plain lines, and never a whole token', async () => {
    const { code, output } = await run({ APP_BUNDLES: 'dist/apps' });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('the tenant starts the handshake');
    expect(output).toContain('the shop starts the handshake');
    expect(output).toMatch(/Shop\s+Capability\s+Pages\s+Fetched\s+Written\s+Seconds\s+Records\/s/);
    expect(output).toMatch(/Nordlicht\s+customers\s+8\s+400\s+400/);
    expect(output).toMatch(/Nordlicht\s+products\s+5\s+250\s+250/);
    expect(output).toMatch(/Nordlicht\s+orders\s+12\s+600\s+600/);
    expect(output).toMatch(/Café Zürich\s+orders\s+4\s+180\s+180/);
    for (const what of ['A customer of', 'A product of', 'An order of']) expect(output).toContain(what);
    expect(output).toContain('Nordlicht created 11 webhooks');
    expect(output).toMatch(/customer +\d+ {2}first_name: ".*" -> "Zoë", in the feed \d+ ms after the change/);
    expect(output).toMatch(/order +\d+ {2}status: "[\w-]+" -> "(completed|refunded)", in the feed \d+ ms after the change/);
    expect(output).toMatch(/product +\d+ {2}price: (\d+|null) -> 1234, in the feed \d+ ms after the change/);
    expect(output).toMatch(/signed with a wrong secret: 401/);
    expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+\/admin\/ signs in \S+: 3 connections active, 6 syncs succeeded, 0 failed tasks/);
    expect(readdirSync(dataFolder)).toEqual([]);
    expect(output).not.toMatch(/(sc[ac]|sas)_[\w-]{20,}/);
    expect(output).not.toContain('\u001b');
  });

  it('confirms Ctrl-C with a line while it still starts, exits 130 and leaves nothing behind', async () => {
    const { code, output } = await run({}, 'Starting the service');
    expect({ code, output }).toMatchObject({ code: 130 });
    expect(output).toContain('SIGINT: stopping. Press Ctrl-C again to force.');
    expect(output).not.toMatch(/ready at|failed/);
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  it('reports a failure and exits non-zero', async () => {
    const { code, output } = await run({ STORE_HOST_ALLOWLIST: 'shop.example' });
    expect(code).toBe(1);
    expect(output).toContain('The demo failed.');
  });
});
