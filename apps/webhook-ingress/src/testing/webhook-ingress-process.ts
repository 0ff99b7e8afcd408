import { readFileSync } from 'node:fs';
import { freePort } from '@sync/embedded-services';
import { DeployedProcess } from '@sync/test-harness';

export class WebhookIngressProcess extends DeployedProcess {
  static async start(environment: Record<string, string>, port?: number): Promise<WebhookIngressProcess> {
    const chosen = port ?? (await freePort());
    const given = { WEBHOOK_INGRESS_PORT: String(chosen), ...environment };
    return new WebhookIngressProcess('webhook-ingress', `http://127.0.0.1:${chosen}`, given).ready();
  }

  /** Resident memory now, in MiB. */
  get memory(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  }
}
