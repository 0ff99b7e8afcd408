import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sync/embedded-services';

/** The bundle as it is deployed, in a process of its own that a test may kill. */
export class WebhookIngressProcess {
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

  static async start(environment: Record<string, string>, port?: number): Promise<WebhookIngressProcess> {
    const chosen = port ?? (await freePort());
    const env = { PATH: process.env.PATH, WEBHOOK_INGRESS_PORT: String(chosen), ...environment };
    const script = join(process.cwd(), 'dist/apps/webhook-ingress/main.mjs');
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const started = new WebhookIngressProcess(child, `http://127.0.0.1:${chosen}`);
    await started.ready();
    return started;
  }

  /** Resident memory now, in MiB. */
  get memory(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** SIGKILL: nothing is put away. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private async ready(): Promise<void> {
    for (const end = Date.now() + 30_000; Date.now() < end && this.child.exitCode === null; await sleep(30)) {
      const response = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (response?.ok) return;
    }
    await this.kill();
    throw new Error(`webhook-ingress did not become ready:\n${this.output}`);
  }
}
