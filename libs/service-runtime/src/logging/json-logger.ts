import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { loggableError } from '@sync/records';
import { currentTraceId } from '@sync/telemetry';
import { currentRequestId } from '../requests/request-context';

const startUpContexts = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/** Nest's logger on pino: one JSON line per entry, with the ids of the current request and trace. Pass text, or an object with chosen fields only. */
export class JsonLogger implements LoggerService {
  private readonly lines: Logger;

  constructor(app: string, level: string) {
    const options = {
      level,
      base: { app },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      mixin: () => {
        const [requestId, traceId] = [currentRequestId(), currentTraceId()];
        return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) };
      },
    };
    this.lines = pino(options, process.stdout);
  }

  /** Nest's own startup messages are logged at debug level. */
  log(message: unknown, ...rest: unknown[]): void {
    this.write(startUpContexts.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context last. Everything else it passes (stacks, errors holding requests) is dropped: it may contain secrets. */
  private write(level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal', message: unknown, rest: unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' && !last.includes('\n') ? { context: last } : {};
    if (message instanceof Error) this.lines[level]({ ...context, error: loggableError(message) }, message.name);
    else if (typeof message === 'object' && message !== null) this.lines[level]({ ...context, ...message });
    else this.lines[level](context, String(message));
  }
}
