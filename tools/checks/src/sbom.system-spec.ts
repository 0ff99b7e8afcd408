import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
const { lockedPackages, shippedPackages, nameOf } = jest.requireActual<ShippedPackages>(join(root, 'tools/build/shipped-packages.mjs'));
const locked = lockedPackages(root);
const shipped = shippedPackages(root).map((folder) => `${nameOf(folder)}@${locked[folder]?.version ?? ''}`);

describe('npm run sbom', () => {
  it('writes a bill with every package that runs in production, and no other', () => {
    execFileSync(process.execPath, ['tools/build/sbom.mjs'], { cwd: root });
    const { components, dependencies } = JSON.parse(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8')) as Bill;
    const names = components.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(names)).toEqual(new Set(shipped));
    expect(components.filter(({ purl, licenses }) => !purl.startsWith('pkg:npm/') || !licenses)).toEqual([]);
    expect(dependencies.find(({ ref }) => ref.startsWith('pg@'))?.dependsOn).toContainEqual(expect.stringMatching(/^pg-protocol@/));
  });
});
