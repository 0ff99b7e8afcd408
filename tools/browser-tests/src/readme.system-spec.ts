import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf, filledIn, withoutEachWord } from './testing/documented-calls';
import { openSlowly, button, survivorsOf, withoutEachPart } from './testing/documented-widgets';
import { runningWidgets } from './testing/widget-suite';

const page = readFileSync('README.md', 'utf8');
const blocks = blocksOf(page);
const linesOf = (part: string) => {
  const code = blocks.find((block) => block.code.includes(part))?.code ?? '';
  return code.trim().replaceAll(/(^| +)# .*/gm, '');
};

interface Ended {
  isGood: boolean;
  output: string;
  errors: string;
}

/** `options`: of Bash, such as `n` to read the script only. */
const bash = (script: string, { cwd = '.', options = 'eu' } = {}) =>
  new Promise<Ended>((resolve) => {
    const child = execFile('bash', ['--norc', `-${options}c`, script], { cwd, timeout: 120_000 }, (error, output, errors) =>
      resolve({ isGood: error === null, output, errors }),
    );
    child.stdin?.end();
  });

/** Three at a time: the changes of the code with which it still does what the page says. */
async function survivors(code: string, works: (changed: string) => Promise<boolean>): Promise<string[]> {
  const [left, found]: [string[], string[]] = [withoutEachWord(code), []];
  const next = async () => {
    for (let changed = left.pop(); changed !== undefined; changed = left.pop()) if (await works(changed)) found.push(changed);
  };
  await Promise.all([next(), next(), next()]);
  return found;
}

/** A newcomer reads README.md from top to bottom and pastes its blocks. */
describe('the code of README.md', () => {
  const running = runningWidgets();

  it.each(linesOf('npm test').split('\n'))(
    '%s is a command, which says how it is used, and would not be without any of its words',
    async (command) => {
      const works = async (changed: string) => (await bash(`${changed.trim()} -- --help`)).output.includes(`Usage: ${command}`);
      expect(await works(command)).toBe(true);
      expect(await survivors(command, works)).toEqual([]);
    },
  );

  it('puts both widgets into a page with two tags, and would not without any of their parts', async () => {
    const code = linesOf('<service-connector');
    const found = await survivorsOf(
      running.tests,
      async (changed, open) => {
        const body = changed.replace('https://service.example', running.tests.service.url);
        const visitor = await openSlowly(open, { body });
        await button(visitor, 'Generate token').waitFor();
        await visitor.page.waitForFunction(`customElements.get('service-config')`);
      },
      code,
      withoutEachPart(code),
    );
    expect(found).toEqual([]);
  });

  it('gives a caller the first order, and would not without any of its words', async () => {
    const values = new Map([
      ['http://127.0.0.1:8080', running.tests.service.url],
      ['http://127.0.0.1:8091', running.tests.service.shopUrl('demo-shop-a')],
    ]);
    const code = linesOf('TOKEN=');
    for (const address of values.keys()) expect(code).toContain(address);
    // Orders follow some seconds later, as the page says: otherwise it would not need to wait.
    await running.tests.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'latency', ms: 2_000, path: 'orders' }] });
    let maxSleeps = 240;
    const patience = () => `sleeps=0; sleep() { sleeps=$((sleeps + 1)); [ "$sleeps" -le ${maxSleeps} ] || exit 1; command sleep 0.5; }`;
    const works = async (changed: string) => {
      const script = filledIn(changed, values);
      if (!(await bash(script, { options: 'n' })).isGood) return false;
      const { isGood, output, errors } = await bash(`${patience()}\n${script}`);
      return isGood && errors === '' && /^\{.*"status":"active".*\}\n\{"data":\[\{.*"source_id":".*\}\n$/.test(output);
    };
    const started = Date.now();
    expect(await works(code)).toBe(true);
    // Twice the time that the block as it is took, at least.
    maxSleeps = Math.ceil((Date.now() - started) / 250);
    expect(await survivors(code, works)).toEqual([]);
    await running.tests.service.shop('demo-shop-a', 'faults', { faults: [] });
  });

  describe('for a deployment', () => {
    const [secrets = '', compose = '', demo = '', ...others] = linesOf('docker compose').split('\n');

    it('makes secrets, and would not without any of its words', async () => {
      const works = async (changed: string) => {
        const folder = mkdtempSync(join(tmpdir(), 'readme-'));
        cpSync('docker/new-secrets.sh', join(folder, 'docker/new-secrets.sh'));
        const { isGood } = await bash(changed, { cwd: folder });
        const written = join(folder, 'docker/.env');
        const isMade = isGood && existsSync(written) && readFileSync(written, 'utf8').includes('SERVER_NAMES=service.example ');
        rmSync(folder, { recursive: true });
        return isMade;
      };
      expect(await works(secrets)).toBe(true);
      expect(await survivors(secrets, works)).toEqual([]);
    });

    // Building images takes Docker and minutes. The file itself is checked beside it.
    it('starts the services of a compose file that is there', () => {
      const [, file = ''] = /^docker compose -f (\S+) up --build --detach$/.exec(compose) ?? [];
      expect([compose, existsSync(file), others]).toEqual([compose, true, []]);
    });

    it('runs the demo against it, and would not without any of its words', async () => {
      const values = new Map([
        ['https://service.example', running.tests.service.url],
        ['my-machine.example', '127.0.0.1'],
      ]);
      const run = (command: string) => bash(filledIn(command, values));
      expect(await survivors(demo, async (changed) => (await run(changed)).output.includes('The connections are uninstalled'))).toEqual([]);
      expect(await run(demo)).toMatchObject({ isGood: true, output: expect.stringContaining('The connections are uninstalled') as string });
    });
  });

  it('is all run: there is no other block', () => {
    expect(blocks).toHaveLength((page.match(/^```/gm) ?? []).length / 2);
    expect(
      blocks.map(({ code }) => ['npm test', '<service-connector', 'TOKEN=', 'docker compose'].findIndex((part) => code.includes(part))),
    ).toEqual([0, 1, 2, 3]);
  });
});
