import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { once } from 'node:events';
import { freePort } from '@sync/embedded-services';
import { AppProcess, createTestDatabase, until, type AppName, type TestDatabase } from '@sync/test-harness';
import { newEncryptionKeys } from '../testing/encryption-keys';
import { copyBuildContext, installCommand } from './build-context';
import { placeOf, runStages, type Stage } from './dockerfile-stages';

const run = promisify(execFile);
const root = resolve('.');
const services: AppName[] = ['admin-api', 'connection-api', 'export-worker', 'webhook-ingress'];
const deployables = [...services, 'operations'] as const;

interface Lock {
  packages: Record<string, { version: string; resolved?: string; integrity?: string; dev?: boolean }>;
}
const lockIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;

describe('each app is built, shipped and started alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deployables-'));
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, ENCRYPTION_KEYS: newEncryptionKeys(), LOG_LEVEL: 'warn' };
  });
  afterAll(async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As `npm ci --omit=dev` would leave them. One app is installed by npm (below); five would take a minute of processor time. */
  async function linkPackages(target: string): Promise<void> {
    const paths = Object.keys(lockIn(target).packages).filter((path) => path !== '' && existsSync(join(root, path)));
    const outermost = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
    await run('cp', ['-al', '--parents', ...outermost, target], { cwd: root });
  }

  it.each(deployables)(
    '%s: npm accepts its lock file, which names the versions of the workspace and no registry, and it starts',
    async (app) => {
      const target = join(folder, 'bare', app);
      mkdirSync(join(folder, 'bare'), { recursive: true });
      cpSync(join('dist/apps', app), target, { recursive: true });
      await run('npm', ['ci', '--omit=dev', '--dry-run', '--offline'], { cwd: target });
      const [{ packages: own }, { packages: all }] = [lockIn(target), lockIn(root)];
      const { '': _self, ...locked } = own;
      expect(
        Object.entries(locked).filter(([path, { version, integrity }]) => {
          const known = all[path];
          return version !== known?.version || integrity !== known.integrity;
        }),
      ).toEqual([]);
      expect(Object.values(locked).filter(({ resolved, dev }) => resolved !== undefined || dev)).toEqual([]);
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(target, 'main.mjs.map'), 'utf8')) as Record<string, unknown[]>;
      expect([sources?.length, sourcesContent]).toEqual([expect.any(Number), undefined]);

      await linkPackages(target);
      if (app === 'operations') {
        const env = { ...environment, DATABASE_URL: database.ownerUrl };
        const { stdout } = await run(process.execPath, ['main.mjs', 'migrate'], { cwd: target, env });
        expect(stdout).toMatch(/^The schema is up to date/);
        return;
      }
      const started = await AppProcess.start(app, environment, { bundles: join(folder, 'bare') });
      expect(await started.stop()).toEqual({ code: 0, signal: null });
    },
  );

  describe('docker/service.Dockerfile', () => {
    let stages: Map<string, Stage>;
    const stage = (name: string) => stages.get(name) as Stage;

    beforeAll(async () => {
      const context = join(folder, 'context');
      copyBuildContext(context);
      stages = await runStages(readFileSync('docker/service.Dockerfile', 'utf8'), {
        context,
        folder: join(folder, 'stages'),
        arguments: { APP: 'webhook-ingress', NODE_IMAGE: 'node' },
        cached: {
          [installCommand]: async (workdir) => {
            // What it needs was copied before.
            await run(process.execPath, ['tools/dev/run.mjs', 'build', '--help'], { cwd: workdir });
            symlinkSync(join(root, 'node_modules'), join(workdir, 'node_modules'));
          },
        },
      });
    });

    it('its commands build, install and start an app in bare folders, with an SBOM; the health check fails once the app is dead', async () => {
      expect(readFileSync('.ci/run', 'utf8')).toContain(installCommand);
      const service = stage('service');
      const files = readdirSync(placeOf(service)).sort();
      expect(files).toEqual(['.npmrc', 'main.mjs', 'main.mjs.map', 'node_modules', 'package-lock.json', 'package.json', 'sbom.cdx.json']);
      const { components } = JSON.parse(readFileSync(placeOf(service, 'sbom.cdx.json'), 'utf8')) as { components: { name: string }[] };
      expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['pg', 'fastify']));
      expect(components.map(({ name }) => name)).not.toContain('jest');

      const port = await freePort();
      const env = {
        PATH: process.env.PATH ?? '',
        ...service.environment,
        ...environment,
        HOST: '127.0.0.1',
        WEBHOOK_INGRESS_PORT: String(port),
      };
      const [node = '', ...words] = service.commands.get('ENTRYPOINT') ?? [];
      const app = spawn(node, words, { cwd: placeOf(service), env, stdio: 'ignore' });
      const isHealthy = () => {
        const [program = '', ...args] = service.commands.get('HEALTHCHECK') ?? [];
        return run(
          program,
          args.map((word) => (word.startsWith('/') ? placeOf(service, word) : word)),
          { env },
        ).then(
          () => true,
          () => false,
        );
      };
      await until(isHealthy);
      app.kill('SIGTERM');
      expect(await once(app, 'exit')).toEqual([0, null]);
      expect(await isHealthy()).toBe(false);
      expect(readdirSync(placeOf(service)).sort()).toEqual(files);
    });
  });
});
