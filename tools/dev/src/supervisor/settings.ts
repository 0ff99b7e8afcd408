import { availableParallelism } from 'node:os';
import { InvalidKeyRing, KeyRing } from '@sync/domain';

/** A variable of the environment is not what it should be. The message is one line that names it. */
export class UnusableSetting extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Settings {
  /** Of the gateway. */
  host: string;
  port: number;
  /** Null: the embedded Postgres. */
  databaseUrl: string | null;
  /** Null: generated into the data folder. */
  encryptionKeys: string | null;
  /** Whether demo shops run too. */
  demo: boolean;
  logLevel: LogLevel;
  /** Processes of the export-worker. */
  exportWorkers: number;
  /** Between the end of its readiness and that of its listening; the apps read the same. */
  stopNoticeMs: number;
  /** Database, keys and lock of this service. */
  dataFolder: string;
  /** Fixed ports of apps by their variable; the others take free ones. */
  appPorts: ReadonlyMap<string, number>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Empty counts as not set, which is how a shell or a compose file leaves a variable out. */
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

/** The value is not repeated in the message: it holds a password. */
function urlOf(environment: Environment, name: string, protocols: readonly string[], example: string): string | null {
  const text = given(environment, name);
  if (text === null) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) throw new UnusableSetting(`${name} must look like ${example}.`);
  return text;
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

function countOf(environment: Environment, name: string, least: number, most: number): number | null {
  const text = given(environment, name);
  if (text === null) return null;
  const count = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least && count <= most)) throw new UnusableSetting(`${name} must be a number from ${least} to ${most}.`);
  return count;
}

/** One for each core, as far as a developer's machine has memory to spare. */
function defaultExportWorkers(): number {
  return Math.min(availableParallelism(), 4);
}

/** Reads what the supervisor itself needs; the apps read and check their own variables. Throws UnusableSetting. */
export function readSettings(environment: Environment, portVariables: readonly string[]): Settings {
  urlOf(environment, 'REDIS_URL', ['redis:', 'rediss:'], 'redis://host:6379');
  const appPorts = portVariables.flatMap((name) => {
    const port = portOf(environment, name);
    return port === null || port === 0 ? [] : [[name, port] as const];
  });
  return {
    host: given(environment, 'HOST') ?? '127.0.0.1',
    port: portOf(environment, 'PORT') ?? 8080,
    databaseUrl: urlOf(environment, 'DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
    encryptionKeys: keysOf(environment),
    demo: choiceOf(environment, 'DEMO', ['0', '1'], '1') === '1',
    logLevel: choiceOf(environment, 'LOG_LEVEL', logLevels, 'info'),
    exportWorkers: countOf(environment, 'EXPORT_WORKERS', 1, 64) ?? defaultExportWorkers(),
    stopNoticeMs: countOf(environment, 'STOP_NOTICE_MS', 0, 10_000) ?? 1_000,
    dataFolder: given(environment, 'DATA_FOLDER') ?? '.data',
    appPorts: new Map(appPorts),
  };
}
