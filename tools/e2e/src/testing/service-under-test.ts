import {
  AppProcess,
  createTestDatabase,
  wayToDatabase,
  type AppName,
  type DatabaseVariables,
  type Environment,
  type TestDatabase,
} from '@sync/test-harness';
import { newEncryptionKeys } from './encryption-keys';
import { exchange, questionOf, type Sent, type WireResponse } from './exchange';

type Row = Record<string, unknown>;

export interface ServiceOptions {
  environment?: Environment;
  /** The way of the apps to the database with this URL. */
  way?: (own: string) => Promise<DatabaseVariables>;
  /** Folder of the built apps. Default: those of this build. */
  bundles?: string;
}

export interface Request extends Sent {
  /** Default: the connection-api. */
  app?: AppProcess;
}

/** The built connection-api, plus other apps on request, on a database of its own. */
export class ServiceUnderTest {
  private others: AppProcess[] = [];
  /** Every response so far. */
  readonly responses: { requested: string; response: WireResponse }[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly environment: Environment,
    readonly api: AppProcess,
    private readonly bundles: string | undefined,
  ) {}

  static async start({
    environment = {},
    way = (own) => Promise.resolve(wayToDatabase(own)),
    bundles,
  }: ServiceOptions = {}): Promise<ServiceUnderTest> {
    const database = await createTestDatabase();
    const settings = {
      ...(await way(database.url)),
      ENCRYPTION_KEYS: newEncryptionKeys(),
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
      DIRECT_INIT_MAX_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      // No load balancer needs the notice here.
      STOP_NOTICE_MS: '0',
      ...environment,
    };
    return new ServiceUnderTest(database, settings, await AppProcess.start('connection-api', settings, { bundles }), bundles);
  }

  startWorker(overrides: Environment = {}): Promise<AppProcess> {
    return this.startApp('export-worker', overrides);
  }

  startIngress(): Promise<AppProcess> {
    return this.startApp('webhook-ingress');
  }

  async startApp(app: AppName, overrides: Environment = {}): Promise<AppProcess> {
    const started = await AppProcess.start(app, { ...this.environment, ...overrides }, { bundles: this.bundles });
    this.others.push(started);
    return started;
  }

  async stop(): Promise<void> {
    await Promise.all([this.api, ...this.others].map((app) => app.stop()));
    await this.database.stop();
  }

  /** Output of all processes. */
  get output(): string {
    return [this.api, ...this.others].map(({ output }) => output).join('\n');
  }

  /** Sends a plain request; the body as JSON unless it is text. */
  async ask(method: string, path: string, { app = this.api, ...sent }: Request = {}): Promise<WireResponse> {
    const response = await exchange(app.url, questionOf(method, path, sent));
    this.responses.push({ requested: `${method} ${path}`, response });
    return response;
  }

  rows<T = Row>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(sql, parameters);
  }
}
