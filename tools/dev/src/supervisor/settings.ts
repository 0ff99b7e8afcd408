import { availableParallelism } from 'node:os';
import { InvalidKeyRing, KeyRing } from '@sync/credentials';
import { logLevels, type LogLevel } from '@sync/service-runtime';

/** An environment variable is invalid. The message is one line that names it. */
export class UnusableSetting extends Error {}

export interface Settings {
  /** Of the gateway. */
  host: string;
  port: number;
  /** Null: use the embedded Postgres. */
  databaseUrl: string | null;
  /** Of Postgres itself, if `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | null;
  /** Null: the queues run in Postgres. The apps read the same variable. */
  redisUrl: string | null;
  /** Null: use those of the data folder, generated on first use. */
  encryptionKeys: string | null;
  /** Whether to run demo shops. */
  demo: boolean;
  logLevel: LogLevel;
  /** Number of export-worker processes. */
  exportWorkers: number;
  /** Tasks of one queue in one of them. The apps read the same variable. */
  workerConcurrency: number;
  /** Delay between failing readiness and closing the port. The apps read the same variable. */
  stopNoticeMs: number;
  /** Holds the database, keys and lock of this service. */
  dataFolder: string;
  /** Ports of apps by environment variable. The others take free ports. */
  appPorts: ReadonlyMap<string, number>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset: shells and compose files leave variables out that way. */
function given(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function portOf(environment: Environment, name: string): number | null {
  const text = given(environment, name);
  if (text === null) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UnusableSetting(`${name} must be a port number from 0 (a free one) to 65535.`);
  return port;
}

const postgresUrl = [['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'] as const;

/** The message does not repeat the value, which may contain a password. */
function urlOf(environment: Environment, name: string, protocols: readonly string[], example: string): string | null {
  const text = given(environment, name);
  if (text === null) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) throw new UnusableSetting(`${name} must look like ${example}.`);
  return text;
}

/** Null: use the embedded Postgres, which is for trying the service (docs/decisions/001-workspace.md). */
function databaseUrlOf(environment: Environment): string | null {
  const url = urlOf(environment, 'DATABASE_URL', ...postgresUrl);
  if (url === null && given(environment, 'NODE_ENV') === 'production') {
    throw new UnusableSetting('DATABASE_URL must be set when NODE_ENV is production: the embedded Postgres is for trying the service.');
  }
  return url;
}

function keysOf(environment: Environment): string | null {
  const text = given(environment, 'ENCRYPTION_KEYS');
  if (text === null) return null;
  try {
    KeyRing.parse(text);
  } catch (error) {
    if (error instanceof InvalidKeyRing) throw new UnusableSetting(`${error.message}.`);
    throw error;
  }
  return text;
}

function choiceOf<T extends string>(environment: Environment, name: string, choices: readonly T[], fallback: T): T {
  const text = given(environment, name);
  if (text === null) return fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UnusableSetting(`${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

function countOf(environment: Environment, name: string, min: number, max: number): number | null {
  const text = given(environment, name);
  if (text === null) return null;
  const count = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= min && count <= max)) throw new UnusableSetting(`${name} must be a number from ${min} to ${max}.`);
  return count;
}

/** One per core, but at most four to spare the memory of a developer's machine. */
function defaultExportWorkers(): number {
  return Math.min(availableParallelism(), 4);
}

/** Reads the supervisor's own settings; the apps validate theirs. Throws UnusableSetting. */
export function readSettings(environment: Environment, portVariables: readonly string[]): Settings {
  const appPorts = portVariables.flatMap((name) => {
    const port = portOf(environment, name);
    return port === null || port === 0 ? [] : [[name, port] as const];
  });
  return {
    host: given(environment, 'HOST') ?? '127.0.0.1',
    port: portOf(environment, 'PORT') ?? 8080,
    databaseUrl: databaseUrlOf(environment),
    databaseDirectUrl: urlOf(environment, 'DATABASE_DIRECT_URL', ...postgresUrl),
    redisUrl: urlOf(environment, 'REDIS_URL', ['redis:', 'rediss:'], 'redis://host:6379'),
    encryptionKeys: keysOf(environment),
    demo: choiceOf(environment, 'DEMO', ['0', '1'], '1') === '1',
    logLevel: choiceOf(environment, 'LOG_LEVEL', logLevels, 'info'),
    exportWorkers: countOf(environment, 'EXPORT_WORKERS', 1, 64) ?? defaultExportWorkers(),
    workerConcurrency: countOf(environment, 'WORKER_CONCURRENCY', 1, 100) ?? 8,
    stopNoticeMs: countOf(environment, 'STOP_NOTICE_MS', 0, 10_000) ?? 1_000,
    dataFolder: given(environment, 'DATA_FOLDER') ?? '.data',
    appPorts: new Map(appPorts),
  };
}
