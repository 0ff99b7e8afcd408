// The commands of `npm run`: what they do and how long they take on two cores. `--help` shows it before anything is installed.

/** Disk space in MB of the packages, and of what the build and a first run add. */
export const diskNeed = { packages: 610, rest: 60 };

export const firstTime = `The first command after git clone also installs (about a minute, ${diskNeed.packages + diskNeed.rest} MB of disk with the build) and builds (20 s).`;

/** The commands of `apps/operations`, beside the embedded database of a checkout. */
const operations = { bundle: 'dist/tools/dev/operations.mjs' };

/** Bundles run in the process of run.mjs. Their own usage lists their options; an empty one here means that there are none. `words` come before the arguments. */
export const bundles = {
  demo: {
    bundle: 'dist/tools/dev/demo.mjs',
    does: 'Connects two shops, syncs their data and receives their webhooks.',
    takes: 'About 20 s.',
  },
  start: {
    bundle: 'dist/tools/dev/start.mjs',
    usage: '',
    does: 'Runs the service in the foreground, with demo shops.',
    takes: 'Ready after about 10 s.',
  },
  bench: { bundle: 'dist/tools/bench/bench.mjs', does: 'Prints the benchmark table.', takes: 'About 3 min; --all about 7 min.' },
  soak: {
    bundle: 'dist/tools/e2e/soak.mjs',
    does: 'Load with random faults, and a verdict.',
    takes: '10 min, or as many as --minutes says.',
  },
  'real-shops': {
    bundle: 'dist/tools/real-shops/real-shops.mjs',
    does: 'Raises real shops from their sources and compares every field with them.',
    takes: 'About 15 min, with Debian packages that docs/real-shops.md lists.',
  },
  screenshots: {
    bundle: 'dist/tools/browser-tests/screenshots.mjs',
    usage: '',
    does: 'Takes pictures of every state of the widgets, and of the admin panel.',
    takes: 'About 2 min, and 210 MB of disk for the browser.',
  },
  migrate: { bundle: 'dist/tools/dev/migrate.mjs', usage: '', does: 'Brings the database up to date.', takes: 'Some seconds.' },
  'failed-tasks': { ...operations, words: ['failed-tasks'], does: 'Lists, retries and discards failed work.', takes: 'Some seconds.' },
  erase: { ...operations, words: ['erase'], does: 'Erases tenants that never linked anything.', takes: 'Some seconds.' },
  'keys:rotate': {
    ...operations,
    words: ['keys:rotate'],
    does: 'Seals stored secrets with the first of the encryption keys.',
    takes: 'Some seconds; about a minute for 200,000 connections.',
  },
  admin: { ...operations, words: ['admin'], does: 'Makes an administrator, or lets a user in again.', takes: 'Some seconds.' },
  doctor: { ...operations, words: ['doctor'], does: 'Says why a shop does not work.', takes: 'Some seconds.' },
};

const nx = 'node_modules/nx/dist/bin/nx.js';

/** Programs that npm has installed. `options` says where theirs are listed. Those with `installs` install what is missing, the others only say so. */
export const programs = {
  test: {
    installs: true,
    program: 'node_modules/jest/bin/jest.js',
    usage: '[<path> …] [options of Jest]',
    does: 'Runs the tests, against a real Postgres and real HTTP shops; with paths, those below them.',
    takes: 'About 20 min, and 210 MB of disk for the browser; the unit tests 1.5 min (npm test -- --selectProjects unit).',
    options: 'npx jest --help',
  },
  build: {
    installs: true,
    program: nx,
    words: ['run-many', '-t', 'build'],
    usage: '[options of nx run-many]',
    does: 'Builds the deployable apps, the widgets and the tools into dist/.',
    takes: 'About 20 s; what did not change comes from the cache.',
    options: 'npx nx run-many --help',
  },
  lint: {
    program: nx,
    words: ['run-many', '-t', 'lint', 'cycles', 'unused'],
    usage: '[options of nx run-many]',
    does: 'Checks the style and the module boundaries (ESLint), import cycles (dependency-cruiser) and unused code (knip).',
    takes: 'About 40 s.',
    options: 'npx nx run-many --help',
  },
  typecheck: {
    program: nx,
    words: ['typecheck', 'workspace'],
    usage: '[options of nx run]',
    does: 'Checks the types of services, widgets and tests.',
    takes: 'About 30 s.',
    options: 'npx nx run --help',
  },
  format: {
    program: 'node_modules/prettier/bin/prettier.cjs',
    words: ['--write', '.'],
    usage: '[options of Prettier]',
    does: 'Formats every file.',
    takes: 'About 20 s.',
    options: 'npx prettier --help',
  },
  sbom: {
    program: 'tools/build/sbom.mjs',
    usage: '',
    does: 'Writes dist/sbom.cdx.json: every package that runs in production, and one such file into each built app.',
    takes: 'Some seconds.',
  },
  mutation: {
    program: 'tools/mutation/run.mjs',
    usage: '[<part> …]',
    does: 'Counts how many changes of the code the unit tests notice. Parts are in tools/mutation/parts.js; left out: all.',
    takes: 'Some minutes a part.',
  },
};

/** The help of a program, or of a bundle that is not built yet. */
export function helpOf(name) {
  const { usage = '[options]', does, takes, options } = bundles[name] ?? programs[name];
  const npm = name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`;
  const more = options ? [`Options: ${options}`] : [];
  return [usage === '' ? `Usage: ${npm}` : `Usage: ${npm} -- ${usage}`, does, ...more, '', costOf(name)].join('\n');
}

export function costOf(name) {
  return `Takes: ${(bundles[name] ?? programs[name]).takes}\n${firstTime}`;
}
