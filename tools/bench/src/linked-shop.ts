import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Service } from './services';

interface Run {
  capability: string;
  status: string;
  error: string | null;
}

const everything = ['customers', 'orders', 'products'];

/** A shop of its own tenant, linked through the API, with its first syncs done. */
export class LinkedShop {
  private constructor(
    private readonly service: Service,
    private readonly token: string,
    private readonly widgetToken: string,
    readonly connectionId: string,
  ) {}

  /** `dataTypes`: the opt-in, which decides what the first syncs bring. */
  static async link(service: Service, shop: LinkableShop, dataTypes: readonly string[] = everything): Promise<LinkedShop> {
    const direct = await ask(service, undefined, 'POST', connect, { system_slug: 'mailing_platform', external_user_id: 'bench' });
    const token = String(direct.token);
    const { connection_token, widget_token } = await shop.plugin(service.api.url).register();
    await optIn(service, widget_token, dataTypes);
    const { id } = await ask(service, token, 'POST', connect, { connection_token });
    const linked = new LinkedShop(service, token, widget_token, String(id));
    await linked.settled(dataTypes.length);
    return linked;
  }

  /** Seconds of the first export of a capability that the connection had not pulled before. */
  async secondsOfFirstExport(capability: string): Promise<number> {
    await optIn(this.service, this.widgetToken, everything);
    const runs = `/api/system-connections/${this.connectionId}/syncs`;
    // The capability may be pulled once the rules are derived.
    for (const deadline = Date.now() + 30_000; ; await sleep(20)) {
      const refused = await ask(this.service, this.token, 'POST', runs, { capabilities: [capability] }).catch((error: unknown) => error);
      if (!(refused instanceof Error)) break;
      if (Date.now() > deadline) throw refused;
    }
    await this.settled(everything.length);
    return this.secondsOfLastRun(capability);
  }

  /** Seconds of another full export. */
  async secondsOfSync(capability: string): Promise<number> {
    const runs = `/api/system-connections/${this.connectionId}/syncs`;
    await ask(this.service, this.token, 'POST', runs, { capabilities: [capability], mode: 'full' });
    for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(50)) {
      const { data } = await ask<{ data: Run[] }>(this.service, this.token, 'GET', runs);
      if (data.every(({ status }) => !['queued', 'running', 'waiting'].includes(status))) return this.secondsOfLastRun(capability);
    }
    throw new Error('The export did not end');
  }

  /** Seconds from request to success of an export, by the database's clock. */
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

  /** Waits until that many runs succeeded; throws the error of a failed one. */
  private async settled(count: number): Promise<void> {
    for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(100)) {
      const { data } = await ask<{ data: Run[] }>(this.service, this.token, 'GET', `/api/system-connections/${this.connectionId}/syncs`);
      const failed = data.find(({ status }) => status === 'failed' || status === 'cancelled');
      if (failed) throw new Error(`The export of ${failed.capability} ${failed.status}: ${failed.error}`);
      if (data.length === count && data.every(({ status }) => status === 'succeeded')) return;
    }
    throw new Error('The exports did not end');
  }
}

/** A demo shop of either platform, here or in its own process. */
export interface LinkableShop {
  plugin(serviceUrl: string): { register(): Promise<{ connection_token: string; widget_token: string }> };
}

const connect = '/api/system-connections/connect';

async function optIn(service: Service, widgetToken: string, dataTypes: readonly string[]): Promise<void> {
  await ask(service, widgetToken, 'PATCH', '/api/widget/configuration', { configuration: { data_types: dataTypes, frequency: 'manual' } });
}

async function ask<T = Record<string, unknown>>(
  service: Service,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${service.api.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
