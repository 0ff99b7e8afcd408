import { execFileSync, spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, stopWithOwner } from '@sync/embedded-services';
import { until } from '@sync/test-harness';
import { TlsRelay } from './tls-relay';

/** Environment variables of the image. */
export type GatewaySettings = Readonly<Record<string, string>>;

/** What the entrypoint of the nginx image does: it sources the settings, then fills their variables into the templates. */
const fillIn = `
. "$SOURCE/settings.envsh"
names=$(env | sed -n 's/^\\(GATEWAY_[A-Z_]*\\)=.*/\${\\1}/p')
for template in "$SOURCE"/templates/*.template; do
  envsubst "$names" < "$template" > "$1/$(basename "$template" .template)"
done`;
const source = resolve('docker/gateway');
/** Debian has nginx where only root looks. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` };
const upstreams = {
  'connection-api': 'GATEWAY_CONNECTION_API',
  'webhook-ingress': 'GATEWAY_WEBHOOK_INGRESS',
  'admin-api': 'GATEWAY_ADMIN_API',
  'static-files': 'GATEWAY_STATIC_FILES',
} as const;

/** The public gateway: nginx with the filled in configuration of docker/gateway. */
export class PublicGateway {
  private readonly relays: TlsRelay[] = [];
  private readonly cancelWatch: () => void;

  private constructor(
    private readonly nginx: ChildProcess,
    private readonly folder: string,
    private readonly ports: { https: number; admin: number; plain: number },
  ) {
    this.cancelWatch = stopWithOwner(nginx, { first: 'TERM', last: 'KILL', afterSeconds: 5 });
  }

  /** With these apps at these ports. The others are away. */
  static async start(appPorts: ReadonlyMap<string, number>, settings: GatewaySettings = {}): Promise<PublicGateway> {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
    const [https, admin, plain, health] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const addresses = Object.entries(upstreams).map(([app, name]) => [name, `127.0.0.1:${appPorts.get(app) ?? 1}`]);
    const listeners = { HTTPS: https, ADMIN: admin, HTTP: plain, HEALTH: health };
    const ports = Object.entries(listeners).map(([name, port]) => [`GATEWAY_${name}_PORT`, String(port)]);
    fillInTemplates(folder, { GATEWAY_HOST: '127.0.0.1', ...Object.fromEntries([...addresses, ...ports]), ...settings });
    // A file, because nginx opens /dev/stdout again, which the socket that Node calls a pipe does not allow.
    const output = openSync(join(folder, 'output'), 'w');
    const nginx = spawn('nginx', [...configuration(folder), '-g', 'daemon off;'], { env, stdio: ['ignore', output, output] });
    closeSync(output);
    const gateway = new PublicGateway(nginx, folder, { https, admin, plain });
    await until(() => {
      if (nginx.exitCode !== null) throw new Error(`nginx does not start: ${gateway.output}`);
      return isListening(health);
    });
    for (const port of [https, admin]) gateway.relays.push(await TlsRelay.start(port));
    return gateway;
  }

  /** Standard output and standard error. */
  get output(): string {
    return readFileSync(join(this.folder, 'output'), 'utf8');
  }

  /** Plain http in front of the public TLS listener, so that tests can send any bytes. */
  get url(): string {
    return this.relays[0]!.url;
  }

  get adminUrl(): string {
    return this.relays[1]!.url;
  }

  /** The listener without TLS. */
  get plainUrl(): string {
    return `http://127.0.0.1:${this.ports.plain}`;
  }

  /** Of the public TLS listener. */
  get tlsPort(): number {
    return this.ports.https;
  }

  async stop(): Promise<void> {
    for (const relay of this.relays) relay.cutOff();
    if (this.nginx.exitCode === null) {
      const exited = once(this.nginx, 'exit');
      this.nginx.kill('SIGTERM');
      await exited;
    }
    this.cancelWatch();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What nginx says about the configuration that these settings make. */
export function checkConfiguration(settings: GatewaySettings): { isValid: boolean; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  try {
    fillInTemplates(folder, settings);
    const output = openSync(join(folder, 'output'), 'w');
    const stdio: StdioOptions = ['ignore', output, 'pipe'];
    const { status, stderr } = spawnSync('nginx', ['-t', ...configuration(folder)], { env, stdio, encoding: 'utf8' });
    closeSync(output);
    return { isValid: status === 0, output: stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

function configuration(folder: string): string[] {
  return ['-p', `${folder}/`, '-c', join(folder, 'nginx.conf')];
}

/** Throws the one line that the image would print. */
function fillInTemplates(folder: string, settings: GatewaySettings): void {
  const { key, certificate } = (ownCertificate ??= makeCertificate());
  writeFileSync(join(folder, 'tls.key'), key);
  writeFileSync(join(folder, 'tls.crt'), certificate);
  const own = {
    SOURCE: source,
    GATEWAY_CERTIFICATE: join(folder, 'tls.crt'),
    GATEWAY_CERTIFICATE_KEY: join(folder, 'tls.key'),
    GATEWAY_SERVER_NAMES: '127.0.0.1 localhost x',
  };
  const variables = { ...env, ...own, ...settings };
  const { status, stderr } = spawnSync('sh', ['-ec', fillIn, 'fill-in', folder], { env: variables, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

/** For this process, so that the repository holds no private key. */
let ownCertificate: { key: string; certificate: string } | undefined;

function makeCertificate(): { key: string; certificate: string } {
  for (const program of ['nginx', 'envsubst', 'openssl']) {
    if (spawnSync(program, ['-V'], { env }).error) {
      throw new Error(`${program} is missing. Run: apt-get install nginx gettext-base openssl`);
    }
  }
  const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '2'];
  const made = execFileSync('openssl', ['req', '-x509', ...form, '-keyout', '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [key = '', certificate = ''] = made.split(/(?=-----BEGIN CERTIFICATE)/);
  return { key, certificate };
}
