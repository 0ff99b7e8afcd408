import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createService, JsonLogger, loadConfiguration } from '@sync/service-runtime';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { randomBytes } from 'node:crypto';
import { serveApiDescription } from '../api-description/api-description';
import { AppModule } from '../app.module';
import { ConnectionApiConfiguration } from '../configuration';
import { answerOtherOrigins } from '../cross-origin';
import type { LongestWaits } from '../longest-waits';

type Json = Record<string, unknown>;

/** An answer of the service. */
export interface Answer<T = Json> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface Question {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Surroundings {
  /** To the database: as it is when left out. */
  wayTo?: (databaseUrl: string) => string | Promise<string>;
  waits?: LongestWaits;
}

/** On a machine that is busy, too, nobody gives up in a test that is not about giving up. */
const patience: LongestWaits = { pool: 60_000, answer: 70_000, lock: 50_000, turn: 100_000 };

/** The whole service on a database of its own, reached over HTTP like by anybody else. */
export class ConnectionApiUnderTest {
  private constructor(
    readonly database: TestDatabase,
    readonly app: NestFastifyApplication,
    readonly url: string,
  ) {}

  static async start(
    environment: Record<string, string> = {},
    { wayTo = (url) => url, waits = patience }: Surroundings = {},
  ): Promise<ConnectionApiUnderTest> {
    const database = await createTestDatabase();
    const configuration = loadConfiguration(ConnectionApiConfiguration, {
      DATABASE_URL: await wayTo(database.url),
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
      ...environment,
    });
    const app = await createService({
      module: AppModule.with(configuration, waits),
      configuration,
      logger: new JsonLogger('connection-api', 'fatal'),
      prepare: (prepared) => {
        answerOtherOrigins(prepared, configuration.directInitAllowedOrigins);
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

  async ask<T = Json>(method: string, path: string, { token, body, headers = {} }: Question = {}): Promise<Answer<T>> {
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

  get<T = Json>(path: string, token?: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.ask<T>('GET', path, { token, headers });
  }

  register<T = Json>(body: unknown, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.ask<T>('POST', '/api/system-connections/register', { body, headers });
  }

  connect<T = Json>(body?: unknown, token?: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.ask<T>('POST', '/api/system-connections/connect', { body, token, headers });
  }

  query<T = Json>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(sql, parameters);
  }

  /** The only column of the only row. */
  async value<T>(sql: string, parameters: unknown[] = []): Promise<T> {
    const [row] = await this.query<Record<string, T>>(sql, parameters);
    return Object.values(row ?? {})[0] as T;
  }
}
