import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { Daemon, programPath, runProgram } from './programs';

export interface Site {
  name: string;
  /** Of the shop's address. */
  port: number;
  /** Where nginx listens in place of that, behind a front. */
  innerPort?: number;
  /** Document root. */
  root: string;
  /** Lines of nginx within `server`, for example rewrites. */
  rules: string;
}

/** PHP-FPM on a socket and nginx on loopback, in one folder. nginx can be taken away and brought back. */
export class WebServer {
  private constructor(
    private readonly folder: string,
    private readonly sites: readonly Site[],
    private readonly php: Daemon,
    private nginx: Daemon,
  ) {}

  static async start(folder: string, sites: readonly Site[]): Promise<WebServer> {
    const socket = join(folder, 'php.sock');
    writeFileSync(join(folder, 'php-fpm.conf'), poolOf(folder, socket));
    const asRoot = userInfo().uid === 0 ? ['-R'] : [];
    const php = new Daemon(
      programPath(/^php-fpm[\d.]*$/),
      ['-F', '-y', join(folder, 'php-fpm.conf'), ...asRoot, ...phpSettings],
      'SIGTERM',
    );
    await php.start(() => connects({ path: socket }));
    writeFileSync(join(folder, 'nginx.conf'), nginxConfiguration(folder, socket, sites));
    for (const name of ['body', 'fastcgi', 'proxy', 'uwsgi', 'scgi']) mkdirSync(join(folder, 'nginx', name), { recursive: true });
    const server = new WebServer(folder, sites, php, newNginx(folder));
    await server.open();
    return server;
  }

  logOf(site: string): string {
    return accessLog(this.folder, site);
  }

  /** Refuses connections until `open`. */
  close(): Promise<void> {
    return this.nginx.stop();
  }

  async open(): Promise<void> {
    this.nginx = newNginx(this.folder);
    await this.nginx.start(() =>
      Promise.all(this.sites.map(({ port, innerPort = port }) => connects({ port: innerPort, host: '127.0.0.1' }))),
    );
  }

  async stop(): Promise<void> {
    await this.nginx.stop();
    await this.php.stop();
  }
}

const phpSettings = ['-d', 'memory_limit=512M', '-d', 'display_errors=0', '-d', 'max_execution_time=300'];

/** Runs a script of the rig within a shop and returns the JSON that it prints as its last line. */
export async function runPhp<T>(script: string, args: readonly string[], cwd: string): Promise<T> {
  const settings = [...phpSettings, '-d', 'error_reporting=E_ERROR'];
  const output = await runProgram(programPath(/^php$/), [...settings, script, ...args], cwd);
  const last = output.trimEnd().split('\n').pop() ?? '';
  try {
    return JSON.parse(last) as T;
  } catch {
    throw new Error(`${script} did not print JSON:\n${output.slice(-2_000)}`);
  }
}

export async function runPhpProgram(args: readonly string[], cwd: string): Promise<string> {
  return runProgram(programPath(/^php$/), [...phpSettings, ...args], cwd);
}

function accessLog(folder: string, site: string): string {
  return join(folder, `${site}.access.log`);
}

function newNginx(folder: string): Daemon {
  return new Daemon(programPath(/^nginx$/), ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], 'SIGQUIT');
}

function connects(to: { path: string } | { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

function poolOf(folder: string, socket: string): string {
  const account = userInfo().username;
  return `[global]
error_log = ${join(folder, 'php-fpm.log')}
[shops]
user = ${account}
listen = ${socket}
pm = static
pm.max_children = 6
catch_workers_output = yes
`;
}

function nginxConfiguration(folder: string, socket: string, sites: readonly Site[]): string {
  return `${userInfo().uid === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'nginx.error.log')};
events { worker_connections 256; }
http {
  log_format measured escape=json '{"at":$msec,"method":"$request_method","uri":"$request_uri","status":$status,"bytes":$body_bytes_sent,"agent":"$http_user_agent"}';
  client_body_temp_path ${join(folder, 'nginx/body')};
  fastcgi_temp_path ${join(folder, 'nginx/fastcgi')};
  proxy_temp_path ${join(folder, 'nginx/proxy')};
  uwsgi_temp_path ${join(folder, 'nginx/uwsgi')};
  scgi_temp_path ${join(folder, 'nginx/scgi')};
  include /etc/nginx/mime.types;
${sites.map((site) => serverOf(folder, socket, site)).join('\n')}
}
`;
}

/** The host goes on with its port: some shops redirect every other spelling of their address. */
function serverOf(folder: string, socket: string, { name, port, innerPort = port, root, rules }: Site): string {
  return `  server {
    listen 127.0.0.1:${innerPort};
    root ${root};
    index index.php;
    access_log ${accessLog(folder, name)} measured;
${rules}
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_param HTTP_HOST $http_host;
      fastcgi_param HTTP_AUTHORIZATION $http_authorization;
      fastcgi_read_timeout 300s;
      fastcgi_pass unix:${socket};
    }
  }`;
}
