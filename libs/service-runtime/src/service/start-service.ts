import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loggableError } from '@sync/records';
import { startTracing } from '@sync/telemetry';
import { InvalidConfiguration, loadConfiguration } from '../configuration/load-configuration';
import type { ServiceConfiguration } from '../configuration/service-configuration';
import { Readiness } from '../health/readiness';
import { JsonLogger } from '../logging/json-logger';
import { serveMetrics } from '../metrics/serve-metrics';
import type { TranslateError } from '../problems/problem-filter';
import type { RawBodies } from '../requests/raw-body';
import { createService } from './create-service';

export interface ServiceDescription<C extends ServiceConfiguration> {
  name: string;
  configuration: new () => C;
  module: (configuration: C) => Type | DynamicModule;
  port: (configuration: C) => number;
  prepare?: (app: NestFastifyApplication, configuration: C) => void | Promise<void>;
  /** Keep bodies as bytes instead of parsing JSON objects. */
  rawBodies?: (configuration: C) => RawBodies;
  translate?: TranslateError;
}

/** From the signal on. The process must exit within 25 s; the rest is reserve for a slow machine. */
const stopDeadlineMs = 21_000;
/** A collector that is away must not delay the end. */
const lastSpansMs = 2_000;

/** Runs a service until a signal stops it. Exit codes: 0 after a clean stop, 1 if it cannot start or crashes. */
export async function startService<C extends ServiceConfiguration>(service: ServiceDescription<C>): Promise<void> {
  const configuration = configurationOrExit(service);
  const logger = new JsonLogger(service.name, configuration.logLevel);
  exitOnUncaughtErrors(logger);
  const started: Started = { app: null, stopTracing: () => Promise.resolve() };
  stopOnSignal(started, logger, configuration);
  try {
    if (configuration.isTraced) started.stopTracing = await startTracing(service.name);
    const prepare = (app: NestFastifyApplication) => service.prepare?.(app, configuration);
    const rawBodies = service.rawBodies?.(configuration);
    const app = await createService({
      module: service.module(configuration),
      configuration,
      logger,
      prepare,
      rawBodies,
      translate: service.translate,
    });
    started.app = app;
    const metricsUrl = await metricsOf(app, configuration);
    if (metricsUrl !== null) logger.log({ msg: 'serving metrics', url: metricsUrl });
    await app.listen(service.port(configuration), configuration.host);
    logger.log({ msg: 'listening', url: await app.getUrl() });
  } catch (error) {
    logger.fatal({ msg: 'cannot start', reason: reasonOf(error), error: loggableError(error) });
    process.exit(1);
  }
}

/** Where the app's metrics are; null: nowhere. */
async function metricsOf(app: NestFastifyApplication, { metricsPort, metricsHost, host }: ServiceConfiguration): Promise<string | null> {
  if (metricsPort === undefined) return null;
  return serveMetrics(app.get(Readiness, { strict: false }), { port: metricsPort, host: metricsHost ?? host });
}

function configurationOrExit<C extends ServiceConfiguration>({ name, configuration }: ServiceDescription<C>): C {
  try {
    return loadConfiguration(configuration);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    process.stderr.write(`${name} cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

/** Common causes in words, an error with a text `cannotStart` by that, any other by its name only: its message may contain secrets. */
function reasonOf(error: unknown): string {
  const { code, cannotStart } = error as { code?: unknown; cannotStart?: unknown };
  if (typeof cannotStart === 'string') return cannotStart;
  if (code === 'EADDRINUSE') return 'its port is already in use';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'Postgres does not respond at DATABASE_URL';
  return error instanceof Error ? error.name : 'unknown';
}

/** Null while the service still waits for its dependencies. */
interface Started {
  app: NestFastifyApplication | null;
  /** Sends the last spans. */
  stopTracing: () => Promise<void>;
}

/** A supervised process also stops when its supervisor is gone, however that happened. */
function stopOnSignal(started: Started, logger: JsonLogger, { supervised, stopNoticeMs }: ServiceConfiguration): void {
  let isStopping = false;
  const stop = (reason: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.log({ msg: 'stopping', reason });
    void drain(started, logger, stopNoticeMs);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (supervised === '1') process.once('disconnect', () => stop('the supervisor is gone'));
}

async function drain({ app, stopTracing }: Started, logger: JsonLogger, noticeMs: number): Promise<void> {
  if (!app) {
    logger.log({ msg: 'stopped' });
    process.exit(0);
  }
  const deadline = sleep(stopDeadlineMs, 'stopped by deadline');
  app.get(Readiness, { strict: false }).drain();
  await sleep(noticeMs);
  const closed = app.close().then(
    () => 'stopped',
    (error: unknown) => {
      logger.error({ msg: 'not closed cleanly', error: loggableError(error) });
      return 'stopped';
    },
  );
  const outcome = await Promise.race([closed, deadline]);
  await Promise.race([stopTracing().catch(() => undefined), sleep(lastSpansMs)]);
  logger.log({ msg: outcome });
  process.exit(0);
}

function exitOnUncaughtErrors(logger: JsonLogger): void {
  const end = (kind: string) => (error: unknown) => {
    logger.fatal({ msg: kind, error: loggableError(error) });
    process.exit(1);
  };
  process.on('uncaughtException', end('uncaught error'));
  process.on('unhandledRejection', end('unhandled rejection'));
  // The reader of our output may be gone. Losing lines is fine; crashing on EPIPE is not.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
