import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartedService } from '@sync/test-harness';
import type { Stops } from './programs';
import type { Identity } from './shop';

export const connections = '/api/system-connections';

/** What a plugin learns when the service could not verify its shop. */
interface Refusal {
  status: number;
  reason?: string;
  location_origin?: string;
}

/** The service as `npm start` runs it, without demo shops and on its own Postgres, with one tenant that links the shops. */
export class Service {
  /** Another one after each start. */
  url = '';
  private started: StartedService | null = null;
  private token: string | null = null;

  private constructor(private readonly dataFolder: string) {}

  static async start(folder: string, stops: Stops): Promise<Service> {
    const service = new Service(join(folder, 'service'));
    mkdirSync(service.dataFolder);
    stops.push(() => service.stop());
    await service.start();
    const body = { system_slug: 'mailing_platform' };
    service.token = (await service.ask<{ token: string }>('POST', `${connections}/connect`, body)).token;
    return service;
  }

  /** As it was when it stopped. */
  async start(): Promise<void> {
    const more = { DEMO: '0', EXPORT_WORKERS: '2', REGISTER_RATE_LIMIT_PER_MINUTE: '1000' };
    this.started = new StartedService({ DATA_FOLDER: this.dataFolder, ...more });
    this.url = await this.started.ready();
  }

  async stop(): Promise<void> {
    await this.started?.stop();
  }

  /** The last lines of its output, each cut to what says why. */
  get output(): string {
    const lines = this.started?.lines.slice(-20).map((line) => line.slice(0, 300)) ?? [];
    return lines.join('\n');
  }

  /** A token for a shop's owner to paste, and the connection that waits for it. */
  async invite(): Promise<{ connection_id: string; connection_token: string }> {
    return this.ask('POST', `${connections}/connect`, {});
  }

  /** The tenant pastes a token that a shop shows. Returns the connection's id. */
  async claim(connection_token: string): Promise<string> {
    return (await this.ask<{ id: string }>('POST', `${connections}/connect`, { connection_token })).id;
  }

  /** The shop's plugin starts the handshake and the tenant claims it. Returns the connection's id. */
  async linkFromShop(identity: Identity): Promise<string> {
    const { connection_token } = await this.ask<{ connection_token: string }>('POST', `${connections}/register`, identity);
    return this.claim(connection_token);
  }

  /** The tenant starts the handshake and the shop's plugin finalises it. Returns the connection's id. */
  async linkFromTenant(identity: Identity): Promise<string> {
    const { connection_token } = await this.invite();
    return (await this.ask<{ id: string }>('POST', `${connections}/register`, { connection_token, ...identity })).id;
  }

  /** What a plugin that the tenant invited learns about a shop that may not work. Leaves no connection. */
  async verify(identity: Identity): Promise<Refusal> {
    const { connection_token, connection_id } = await this.invite();
    const response = await this.send('POST', `${connections}/register`, { connection_token, ...identity });
    const refusal = (await response.json()) as Partial<Refusal>;
    await this.ask('DELETE', `${connections}/${connection_id}`);
    return { ...refusal, status: response.status };
  }

  /** As the tenant. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** A plugin has no token of the tenant. */
  private send(method: string, path: string, body?: object): Promise<Response> {
    const isTenant = this.token !== null && !path.endsWith('/register');
    const headers = { 'content-type': 'application/json', ...(isTenant && { authorization: `Bearer ${this.token}` }) };
    return fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
  }
}
