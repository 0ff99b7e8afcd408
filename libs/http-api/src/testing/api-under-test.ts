import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { KeyRing, resealValues } from '@sync/credentials';
import { sealedCredentials } from '@sync/domain';
import { createService, JsonLogger, loadConfiguration, type ServiceConfiguration, type ServiceDescription } from '@sync/service-runtime';
import { createTestDatabase, wayToDatabase, type TestDatabase } from '@sync/test-harness';
import { randomBytes } from 'node:crypto';
import type { RequestTimeouts } from '../request-timeouts';

type Json = Record<string, unknown>;

export interface ServiceResponse<T = Json> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

interface RequestOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiStart {
  environment?: Record<string, string>;
  /** Reroutes the database URL, for example through a gate. */
  reroute?: (databaseUrl: string) => string | Promise<string>;
  timeouts?: RequestTimeouts;
}

/** An API that runs in this process. */
interface StartedApi {
  database: TestDatabase;
  app: NestFastifyApplication;
  url: string;
  encryptionKeys: string;
}

type ModuleOf<C> = (configuration: C, timeouts: RequestTimeouts) => DynamicModule;

/** Generous enough that no request times out on a busy machine. */
const generous: RequestTimeouts = {
  poolMs: 60_000,
  queryMs: 70_000,
  lockMs: 50_000,
  mutexMs: 100_000,
  deadlineMs: 100_000,
  chunkMs: 100_000,
};

/** Starts the API on a database of its own. */
export async function startApi<C extends ServiceConfiguration>(
  service: ServiceDescription<C>,
  module: ModuleOf<C>,
  { environment = {}, reroute = (url) => url, timeouts = generous }: ApiStart,
): Promise<StartedApi> {
  const database = await createTestDatabase();
  const encryptionKeys = newKey('test');
  const configuration = loadConfiguration(service.configuration, {
    ...wayToDatabase(await reroute(database.url)),
    ENCRYPTION_KEYS: encryptionKeys,
    STORE_HOST_ALLOWLIST: '127.0.0.0/8',
    CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
    MAIL_FROM: 'sync@service.example',
    ...environment,
  });
  const app = await createService({
    module: module(configuration, timeouts),
    configuration,
    logger: new JsonLogger(service.name, 'fatal'),
    prepare: (prepared) => service.prepare?.(prepared, configuration),
    translate: service.translate,
  });
  await app.listen(0, '127.0.0.1');
  return { database, app, url: await app.getUrl(), encryptionKeys };
}

export function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

/** The whole API on a database of its own, called over HTTP. */
export class ApiUnderTest {
  readonly database: TestDatabase;
  readonly app: NestFastifyApplication;
  readonly url: string;
  private readonly encryptionKeys: string;

  constructor({ database, app, url, encryptionKeys }: StartedApi) {
    this.database = database;
    this.app = app;
    this.url = url;
    this.encryptionKeys = encryptionKeys;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.stop();
  }

  /** The body is sent as JSON unless it is text. */
  async ask<T = Json>(method: string, path: string, { token, body, headers = {} }: RequestOptions = {}): Promise<ServiceResponse<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as T, text };
  }

  get<T = Json>(path: string, token?: string, headers?: Record<string, string>): Promise<ServiceResponse<T>> {
    return this.ask<T>('GET', path, { token, headers });
  }

  query<T = Json>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(sql, parameters);
  }

  /** Seals all credentials with a key that the API lacks: from now on it may compare them, but not open them. */
  async rotateKeys(): Promise<void> {
    const keys = KeyRing.parse(`${newKey('next')},${this.encryptionKeys}`);
    const { resealed } = await resealValues(this.database.dataSource, sealedCredentials, keys, () => undefined);
    if (resealed === 0) throw new Error('There was nothing to seal');
  }

  /** The single value of a query. */
  async value<T>(sql: string, parameters: unknown[] = []): Promise<T> {
    const [row] = await this.query<Record<string, T>>(sql, parameters);
    return Object.values(row ?? {})[0] as T;
  }
}
