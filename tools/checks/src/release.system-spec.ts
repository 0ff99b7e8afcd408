import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';

interface ShippedPackages {
  lockedPackages(root: string): Record<string, { version: string }>;
  shippedPackages(root: string): string[];
  nameOf(folder: string): string;
}
interface Bill {
  components: { name: string; version: string; purl: string; licenses?: object[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = join(__dirname, '../../..');
const packages = join(root, 'dist/packages');
const { lockedPackages, shippedPackages, nameOf } = jest.requireActual<ShippedPackages>(join(root, 'tools/build/shipped-packages.mjs'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const services = ['admin-api', 'connection-api', 'export-worker', 'operations', 'webhook-ingress'];

const filesIn = (archive: string) => unzipSync(new Uint8Array(readFileSync(join(packages, `connection-sync-${archive}-${version}.zip`))));

describe('npm run packages', () => {
  beforeAll(() => {
    execFileSync(process.execPath, ['tools/build/packages.mjs'], { cwd: root });
  });

  it('writes everything that a release holds, in its version and with sums that match', () => {
    const sums = readFileSync(join(packages, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    const named = sums.map((line) => line.split('  ')[1]);
    expect(named).toEqual([
      ...[...services, 'admin-panel', 'widgets'].sort().map((app) => `connection-sync-app-${app}-${version}.zip`),
      ...[`connection-sync-client-${version}.tgz`, `connection-sync-docs-${version}.zip`, `connection-sync-widgets-${version}.tgz`],
      ...['sbom.cdx.json', `service-connector-commerce-a-${version}.zip`, `service-connector-commerce-b-${version}.zip`],
    ]);
    expect(readdirSync(packages).sort()).toEqual([...named, 'SHA256SUMS'].sort());
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ');
      expect([
        file,
        createHash('sha256')
          .update(readFileSync(join(packages, file)))
          .digest('hex'),
      ]).toEqual([file, sum]);
    }
  });

  it('packs each service with what `npm ci` and Node need, its bill and the licence', () => {
    for (const service of services) {
      const files = filesIn(`app-${service}`);
      const expected = ['.npmrc', 'LICENSE', 'main.mjs', 'main.mjs.map', 'package-lock.json', 'package.json', 'sbom.cdx.json'];
      expect([service, ...Object.keys(files)]).toEqual([service, ...expected]);
      expect(JSON.parse(strFromU8(files['package.json']!))).toMatchObject({ version });
    }
  });

  it('writes a bill with every package that runs in production, and no other', () => {
    const locked = lockedPackages(root);
    const shipped = shippedPackages(root).map((folder) => `${nameOf(folder)}@${locked[folder]?.version ?? ''}`);
    const { components, dependencies } = JSON.parse(readFileSync(join(packages, 'sbom.cdx.json'), 'utf8')) as Bill;
    const names = components.map(({ name, version: itsVersion }) => `${name}@${itsVersion}`);
    expect(new Set(names)).toEqual(new Set(shipped));
    expect(components.filter(({ purl, licenses }) => !purl.startsWith('pkg:npm/') || !licenses)).toEqual([]);
    expect(dependencies.find(({ ref }) => ref.startsWith('pg@'))?.dependsOn).toContainEqual(expect.stringMatching(/^pg-protocol@/));
  });
});
