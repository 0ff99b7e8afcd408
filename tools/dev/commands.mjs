// The commands of `npm run`: what they do and how long they take on two cores. `--help` shows it before anything is installed.
import { readFileSync } from 'node:fs';

/** Disk space in MB of the packages, and of what the build and a first run add. */
export const diskNeed = { packages: 940, rest: 60 };

export const firstTime = `The first command after git clone also installs (about a minute, ${diskNeed.packages + diskNeed.rest} MB of disk with the build) and builds (30 s).`;

/** The commands of `apps/operations`, beside the embedded database of a checkout. */
const operations = { bundle: 'dist/tools/dev/operations.mjs' };

/**
 * Bundles run in the process of run.mjs. usages.json has what each prints for --help. `words` come before the arguments. `time` is what pages
 * of the documentation say, too: a check compares them.
 */
export const bundles = {
  demo: {
    bundle: 'dist/tools/dev/demo.mjs',
    time: '20 s',
  },
  start: {
    bundle: 'dist/tools/dev/start.mjs',
    time: '10 s until ready',
  },
  bench: {
    bundle: 'dist/tools/bench/bench.mjs',
    time: '3 min',
    more: '--all 9 min, --only scale 15 min',
  },
  soak: {
    bundle: 'dist/tools/e2e/soak.mjs',
    time: '10 min',
    more: 'as many as --minutes says',
  },
  'real-shops': {
    bundle: 'dist/tools/real-shops/real-shops.mjs',
    time: '15 min',
    more: 'with Debian packages that docs/real-shops.md lists',
  },
  screenshots: {
    bundle: 'dist/tools/browser-tests/screenshots.mjs',
    time: '2 min',
    more: '210 MB of disk for the browser',
  },
  walks: {
    bundle: 'dist/tools/browser-tests/walks.mjs',
    time: '6 min',
    more: '210 MB of disk for the browser',
  },
  migrate: { bundle: 'dist/tools/dev/migrate.mjs', time: 'seconds' },
  'failed-tasks': { ...operations, words: ['failed-tasks'], time: 'seconds' },
  quota: { ...operations, words: ['quota'], time: 'seconds' },
  erase: { ...operations, words: ['erase'], time: 'seconds' },
  'keys:rotate': {
    ...operations,
    words: ['keys:rotate'],
    time: 'seconds',
    more: 'a minute for 200,000 connections',
  },
  admin: { ...operations, words: ['admin'], time: 'seconds' },
  doctor: { ...operations, words: ['doctor'], time: 'seconds' },
};

const jest = 'node_modules/jest/bin/jest.js';
const nx = 'node_modules/nx/dist/bin/nx.js';

/** Programs that npm has installed. `options` says where theirs are listed. Those with `installs` install what is missing, the others only say so. `needsPrograms`: those of test-programs.mjs. */
export const programs = {
  test: {
    installs: true,
    program: jest,
    usage: '[<path> …] [options of Jest]',
    does: 'Runs what a change needs: unit tests, every room against a real Postgres, and a journey in a browser. Needs nothing but Node.',
    time: '5 min',
    more: '210 MB of disk for the browser; npm test -- --selectProjects unit 1 min',
    options: 'npx jest --help',
  },
  'test:all': {
    installs: true,
    needsPrograms: true,
    program: jest,
    words: ['--config', 'tools/jest/every-tier.config.js'],
    usage: '[<path> …] [options of Jest]',
    does: 'Runs every test, also those of faults, storms, queues on Redis, browsers and deployments. Names the programs that it misses.',
    time: '25 min',
    options: 'npx jest --help',
  },
  build: {
    installs: true,
    program: nx,
    words: ['run-many', '-t', 'build'],
    usage: '[options of nx run-many]',
    does: 'Builds the deployable apps, the widgets, the documentation and the tools into dist/.',
    time: '30 s',
    more: 'what did not change comes from the cache',
    options: 'npx nx run-many --help',
  },
  lint: {
    program: nx,
    words: ['run-many', '-t', 'lint', 'cycles', 'unused', 'checks'],
    usage: '[options of nx run-many]',
    does: 'Checks the style and the module boundaries (ESLint), import cycles (dependency-cruiser), unused code (knip), pages, names and API descriptions (tools/checks).',
    time: '90 s',
    options: 'npx nx run-many --help',
  },
  typecheck: {
    program: nx,
    words: ['typecheck', 'checks'],
    usage: '[options of nx run]',
    does: 'Checks the types of services, widgets and tests.',
    time: '30 s',
    options: 'npx nx run --help',
  },
  format: {
    program: 'node_modules/prettier/bin/prettier.cjs',
    words: ['--write', '.'],
    usage: '[options of Prettier]',
    does: 'Formats every file.',
    time: '20 s',
    options: 'npx prettier --help',
  },
  sbom: {
    program: 'tools/build/sbom.mjs',
    usage: '',
    does: 'Writes dist/sbom.cdx.json: every package that runs in production, and one such file into each built app.',
    time: 'seconds',
  },
  packages: {
    installs: true,
    program: 'tools/build/packages.mjs',
    usage: '',
    does: 'Builds, and writes what a release holds into dist/packages: the npm packages (the client, the loader of the widgets), the shop-side plugins, each app, the documentation, the bill of materials, checksums. SERVICE_ADDRESS presets the service of the plugins.',
    time: '1 min',
  },
  mutation: {
    program: 'tools/mutation/run.mjs',
    usage: '[<part> …]',
    does: 'Counts how many changes of the code the unit tests notice. Parts are in tools/mutation/parts.js; left out: all.',
    time: 'minutes a part',
  },
};

/** Reads nothing but these files, so that it is there at once and before anything is installed or built. */
export function helpOf(name) {
  return `${name in bundles ? usageOf(name) : programUsageOf(name)}\n\n${costOf(name)}`;
}

function usageOf(name) {
  return JSON.parse(readFileSync(new URL('usages.json', import.meta.url), 'utf8'))[name].join('\n');
}

function programUsageOf(name) {
  const { usage, does, options } = programs[name];
  const npm = name === 'test' ? 'npm test' : `npm run ${name}`;
  const more = options ? [`Options: ${options}`] : [];
  return [usage === '' ? `Usage: ${npm}` : `Usage: ${npm} -- ${usage}`, does, ...more].join('\n');
}

function costOf(name) {
  const { time, more } = bundles[name] ?? programs[name];
  return `Takes: ${more ? `${time}; ${more}` : time}. Times are those of two cores.\n${firstTime}`;
}
