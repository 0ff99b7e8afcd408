import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA, type DemoShopAOptions } from '@sync/demo-shops';
import { Client } from 'pg';
import type { Service } from './services';

interface Run {
  capability: string;
  status: string;
  error: string | null;
}

/** A shop of a tenant of its own, linked through the API like any other; its first sync has ended. */
export class LinkedShop {
  private constructor(
    private readonly service: Service,
    private readonly token: string,
    readonly connectionId: string,
  ) {}

  static async link(service: Service, shop: { plugin: DemoShopA['plugin'] }): Promise<LinkedShop> {
    const direct = await post(service, undefined, { system_slug: 'mailing_platform', external_user_id: 'bench' });
    const token = String(direct.token);
    const start = await post(service, token, {});
    await shop.plugin(service.api.url).finalise(String(start.connection_token));
    const linked = new LinkedShop(service, token, String(start.connection_id));
    await linked.settled();
    return linked;
  }

  /** Seconds from the request of an export to its success, as the database saw them. */
  async secondsOfLastRun(capability: string): Promise<number> {
    const client = new Client({ connectionString: this.service.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ seconds: number }>(
        `select extract(epoch from finished_at - created_at)::float8 as seconds from sync_runs
         where system_connection_id = $1 and capability = $2 and status = 'succeeded' order by id desc limit 1`,
        [this.connectionId, capability],
      );
      return rows[0]?.seconds ?? NaN;
    } finally {
      await client.end();
    }
  }

  /** Waits until every run has ended; throws what one failed of. */
  private async settled(): Promise<void> {
    for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(100)) {
      const answer = await fetch(`${this.service.api.url}/api/system-connections/${this.connectionId}/syncs`, {
        headers: { authorization: `Bearer ${this.token}` },
      });
      const { data } = (await answer.json()) as { data: Run[] };
      const failed = data.find(({ status }) => status === 'failed' || status === 'cancelled');
      if (failed) throw new Error(`The export of ${failed.capability} ${failed.status}: ${failed.error}`);
      if (data.length === 3 && data.every(({ status }) => status === 'succeeded')) return;
    }
    throw new Error('The exports did not end');
  }
}

async function post(service: Service, token: string | undefined, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${service.api.url}/api/system-connections/connect`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`connect answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

export type ShopOptions = DemoShopAOptions;
