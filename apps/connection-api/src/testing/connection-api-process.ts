import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';

/** The bundle as it is deployed, in a process of its own. */
export class ConnectionApiProcess {
  /** Everything that it printed. */
  output = '';
  readonly exited: Promise<number | null>;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.exited = once(child, 'exit').then(([code]) => code as number | null);
  }

  /** Does not wait: see `ready`. */
  static async spawn(environment: Record<string, string | undefined>): Promise<ConnectionApiProcess> {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      CONNECTION_API_PORT: String(port),
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '1000',
      ...environment,
    };
    const script = join(process.cwd(), 'dist/apps/connection-api/main.mjs');
    return new ConnectionApiProcess(
      spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
      `http://127.0.0.1:${port}`,
    );
  }

  async ready(): Promise<this> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline && this.child.exitCode === null; await sleep(50)) {
      const response = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (response?.ok) return this;
    }
    throw new Error(`connection-api did not become ready:\n${this.output}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
