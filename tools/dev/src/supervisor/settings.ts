import { availableParallelism } from 'node:os';
import { KeyRing } from '@sync/credentials';
import {
  DatabaseUrl,
  EncryptionKeys,
  IntegerVariable,
  InvalidConfiguration,
  loadConfiguration,
  ParsedBy,
  PastPoolerUrl,
  Port,
  Variable,
} from '@sync/service-runtime';
import { IsIn, IsOptional } from 'class-validator';
import { CannotStart } from './cannot-start';

/** What the supervisor itself reads of the environment. The apps validate theirs. */
export class Settings {
  /** Of the gateway. */
  @Variable('HOST', 'the address to listen on')
  host = '127.0.0.1';

  @Port('PORT')
  port = 8080;

  /** Unset: the embedded Postgres, which is for trying the service (docs/decisions/001-workspace.md). */
  @IsOptional()
  @DatabaseUrl()
  databaseUrl?: string;

  /** Of Postgres itself, if `databaseUrl` leads to a pooler. */
  @PastPoolerUrl()
  databaseDirectUrl?: string;

  /** Unset: the queues run in Postgres. */
  @Variable('REDIS_URL', 'the address of a Redis, redis://host:6379')
  @IsOptional()
  @ParsedBy(redisUrl)
  redisUrl?: string;

  /** Unset: those of the data folder, generated on first use. */
  @IsOptional()
  @EncryptionKeys((text) => KeyRing.parse(text) && text)
  encryptionKeys?: string;

  /** Whether to run demo shops. */
  @Variable('DEMO', '0 or 1')
  @IsIn(['0', '1'])
  demo = '1';

  /** Number of export-worker processes. At most four by default, to spare the memory of a developer's machine. */
  @IntegerVariable('EXPORT_WORKERS', 'a number', 1, 64)
  exportWorkers = Math.min(availableParallelism(), 4);

  /** Tasks of one queue in one of them. */
  @IntegerVariable('WORKER_CONCURRENCY', 'a number', 1, 100)
  workerConcurrency = 8;

  /** Delay between failing readiness and closing the port. */
  @IntegerVariable('STOP_NOTICE_MS', 'a number of milliseconds', 0, 10_000)
  stopNoticeMs = 1_000;

  /** Holds the database, keys and lock of this service. */
  @Variable('DATA_FOLDER', 'a folder')
  dataFolder = '.data';
}

/** Of each variable, for `npm start -- --help`. A test compares the names and defaults. */
export const settingsHelp = `  PORT                 the service's port; 0: a free one (8080)
  HOST                 the address to listen on (127.0.0.1)
  DEMO                 0: without demo shops (1)
  DATA_FOLDER          the database, keys and demo shops (.data)
  DATABASE_URL         a Postgres of your own (an embedded one in the data folder)
  DATABASE_DIRECT_URL  that Postgres itself, if DATABASE_URL leads to a pooler
  REDIS_URL            a Redis for the queues (Postgres holds them)
  ENCRYPTION_KEYS      for stored credentials (generated into the data folder)
  EXPORT_WORKERS       processes that sync, 1 to 64 (one per core, at most 4)
  WORKER_CONCURRENCY   tasks of one queue at a time in each, 1 to 100 (8)
  STOP_NOTICE_MS       how long it takes no new requests before it stops (1000)`;

function redisUrl(text: string): string {
  if (!/^rediss?:$/.test(new URL(text).protocol)) throw new Error('unsupported scheme');
  return text;
}

/** Throws CannotStart, with one line that names the variable and does not repeat its value, which may contain a password. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  try {
    const settings = loadConfiguration(Settings, environment);
    if (settings.databaseUrl === undefined && environment.NODE_ENV === 'production')
      throw new CannotStart('DATABASE_URL is missing, and NODE_ENV is production: the embedded Postgres is for trying the service.');
    return settings;
  } catch (error) {
    throw error instanceof InvalidConfiguration ? new CannotStart(error.message) : error;
  }
}
