import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RequestTimeouts } from '@sync/http-api';
import { createService, JsonLogger, loadConfiguration } from '@sync/service-runtime';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { randomBytes } from 'node:crypto';
import { serveApiDescription } from '../api-description/api-description';
import { AppModule } from '../app.module';
import { ConnectionApiConfiguration } from '../configuration';
import { allowCrossOrigin } from '../cross-origin';

type Json = Record<string, unknown>;

export interface ServiceResponse<T = Json> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface StartOptions {
  /** Reroutes the database URL, for example through a gate. */
  reroute?: (databaseUrl: string) => string | Promise<string>;
  timeouts?: RequestTimeouts;
}

/** Generous enough that no request times out on a busy machine. */
const generous: RequestTimeouts = { poolMs: 60_000, queryMs: 70_000, lockMs: 50_000, mutexMs: 100_000, chunkMs: 100_000 };

/** The whole service on a database of its own, called over HTTP. */
export class ConnectionApiUnderTest {
  private constructor(
    readonly database: TestDatabase,
    readonly app: NestFastifyApplication,
    readonly url: string,
  ) {}

  static async start(
    environment: Record<string, string> = {},
    { reroute = (url) => url, timeouts = generous }: StartOptions = {},
  ): Promise<ConnectionApiUnderTest> {
    const database = await createTestDatabase();
    const configuration = loadConfiguration(ConnectionApiConfiguration, {
      DATABASE_URL: await reroute(database.url),
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
      ...environment,
    });
    const app = await createService({
      module: AppModule.with(configuration, timeouts),
      configuration,
      logger: new JsonLogger('connection-api', 'fatal'),
      prepare: (prepared) => {
        allowCrossOrigin(prepared, configuration.directInitAllowedOrigins);
        serveApiDescription(prepared);
      },
    });
    await app.listen(0, '127.0.0.1');
    return new ConnectionApiUnderTest(database, app, await app.getUrl());
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.stop();
  }

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

  register<T = Json>(body: unknown, headers?: Record<string, string>): Promise<ServiceResponse<T>> {
    return this.ask<T>('POST', '/api/system-connections/register', { body, headers });
  }

  connect<T = Json>(body?: unknown, token?: string, headers?: Record<string, string>): Promise<ServiceResponse<T>> {
    return this.ask<T>('POST', '/api/system-connections/connect', { body, token, headers });
  }

  query<T = Json>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(sql, parameters);
  }

  /** The single value of a query. */
  async value<T>(sql: string, parameters: unknown[] = []): Promise<T> {
    const [row] = await this.query<Record<string, T>>(sql, parameters);
    return Object.values(row ?? {})[0] as T;
  }
}
