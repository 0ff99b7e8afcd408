import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sync/embedded-services';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { connectPath } from './api-paths';

const shopNames = ['demo-shop-a', 'demo-shop-b'] as const;
export type ShopName = (typeof shopNames)[number];

export interface Tenant {
  tenantId: string;
  connectionId: string;
  token: string;
}

const patienceMs = 100_000;

/** The whole service as `npm start` runs it, gateway, apps and demo shops, on a database of its own. */
export class RunningService {
  private printed = '';
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataFolder: string,
    private readonly given: TestDatabase | null,
  ) {
    this.ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (this.printed += text.toString()));
  }

  /** On a test database; null: on the Postgres that it brings along. Tried again when somebody else took a port that was free a moment before. */
  static async start(environment: Record<string, string> = {}, given?: null): Promise<RunningService> {
    for (let tries = 1; ; tries += 1) {
      const service = await RunningService.launch(environment, given);
      try {
        await service.untilReady();
        return service;
      } catch (error) {
        await service.stop();
        if (tries === 3 || !service.printed.includes(' is in use')) throw error;
      }
    }
  }

  private static async launch(environment: Record<string, string>, given?: null): Promise<RunningService> {
    const database = given === null ? null : await createTestDatabase();
    const dataFolder = mkdtempSync(join(tmpdir(), 'browser-tests-'));
    // Those of other test files start at this very moment, and each would prefer the same ports.
    for (const shop of shopNames) writeFileSync(join(dataFolder, `${shop}.json`), JSON.stringify({ port: await freePort() }));
    const { REDIS_URL: _redis, npm_lifecycle_event: _npm, ...inherited } = process.env;
    const own = { DATABASE_URL: database?.url ?? '', DATA_FOLDER: dataFolder, PORT: '0', LOG_LEVEL: 'warn', EXPORT_WORKERS: '1' };
    const env = { ...inherited, ...own, REGISTER_RATE_LIMIT_PER_MINUTE: '100000', ...environment };
    const child = spawn(process.execPath, ['dist/tools/dev/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new RunningService(child, dataFolder, database);
  }

  get database(): TestDatabase {
    if (!this.given) throw new Error('The service runs on the Postgres that it brings along.');
    return this.given;
  }

  /** Of the gateway. */
  get url(): string {
    return /^ready: .*?(http:\/\/\S+)/m.exec(this.printed)?.[1] ?? '';
  }

  /** Everything that it has printed. */
  get output(): string {
    return this.printed;
  }

  shopUrl(name: ShopName): string {
    return new RegExp(`^${name}\\s+(http://[^/\\s]+)`, 'm').exec(this.printed)?.[1] ?? '';
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
    await this.given?.stop();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  /** Answer of the service as JSON. Rejects when it is a refusal. */
  async ask<T>(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<T> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(this.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** A company's embedding system, as a direct system initialises it. */
  async tenant(slug = 'mailing_platform'): Promise<Tenant> {
    const made = await this.ask<{ tenant_id: string; token: string; connection: { id: string } }>('POST', connectPath, {
      body: { system_slug: slug },
    });
    return { tenantId: made.tenant_id, connectionId: made.connection.id, token: made.token };
  }

  /** Does something to a demo shop through its control, for example `finalise`. */
  async shop<T>(name: ShopName, action: string, input: unknown = {}): Promise<T> {
    const answer = await fetch(`${this.shopUrl(name)}/__control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${name} ${action} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The shop's plugin completes the handshake that a tenant has started. */
  finalise(name: ShopName, connectionToken: string): Promise<unknown> {
    return this.shop(name, 'finalise', { service_url: this.url, connection_token: connectionToken });
  }

  /** The shop's plugin starts the handshake, and a tenant completes it. The token is the plugin's, for its configuration widget. */
  async linkedShop(name: ShopName, tenant: Tenant): Promise<{ widgetToken: string; connectionId: string }> {
    const registered = await this.shop<{ connection_token: string; widget_token: string }>(name, 'register', { service_url: this.url });
    const connection = await this.ask<{ id: string }>('POST', connectPath, {
      token: tenant.token,
      body: { connection_token: registered.connection_token },
    });
    return { widgetToken: registered.widget_token, connectionId: connection.id };
  }

  private async untilReady(): Promise<void> {
    for (const deadline = Date.now() + patienceMs; this.url === ''; await sleep(50)) {
      if (this.child.exitCode === null && Date.now() < deadline) continue;
      throw new Error(`The service did not become ready:\n${this.printed}`);
    }
  }
}
