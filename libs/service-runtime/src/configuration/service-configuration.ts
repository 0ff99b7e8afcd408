import { isIP } from 'node:net';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { AsInteger, AsList, ParsedBy } from './conversions';
import { Variable } from './load-configuration';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

@ValidatorConstraint()
export class AreAddressRanges implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isAddressRange(entry));
  }
}

function isAddressRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Throws when it is no address of one of these schemes, with a host. */
function addressOf(text: string, schemes: readonly string[]): string {
  const { protocol, hostname } = new URL(text);
  if (!schemes.includes(protocol) || hostname === '') throw new Error('another scheme, or no host');
  return text;
}

/** What every service is told by its environment. An app extends it with a port of its own and what it needs besides. */
export class ServiceConfiguration {
  @Variable('DATABASE_URL', 'the address of a Postgres, postgres://user:password@host:port/database')
  @ParsedBy((text) => addressOf(text, ['postgres:', 'postgresql:']))
  databaseUrl: string;

  @Variable('REDIS_URL', 'the address of a Redis, redis://… or rediss://…, or unset')
  @IsOptional()
  @ParsedBy((text) => addressOf(text, ['redis:', 'rediss:']))
  redisUrl?: string;

  @Variable('HOST', 'the address to listen on, for example 127.0.0.1 or 0.0.0.0')
  @IsString()
  @Matches(/^[A-Za-z0-9.:_-]+$/)
  host = '127.0.0.1';

  @Variable('LOG_LEVEL', `one of ${logLevels.join(', ')}`)
  @IsIn(logLevels)
  logLevel: LogLevel = 'info';

  /** Whose X-Forwarded-For is believed: the gateway, which calls from this machine unless said otherwise. */
  @Variable('TRUST_PROXY', 'a comma-separated list of addresses or CIDR ranges')
  @AsList()
  @Validate(AreAddressRanges)
  trustProxy: string[] = ['127.0.0.1', '::1'];

  /** Between not being ready and not listening any more, for whoever sends requests here to notice. */
  @Variable('STOP_NOTICE_MS', 'a number of milliseconds, 0 to 10000')
  @AsInteger()
  @IsInt()
  @Min(0)
  @Max(10_000)
  stopNoticeMs = 1_000;

  /** The process was started by a supervisor and ends with it. */
  @Variable('SUPERVISED', '1 or unset')
  @IsOptional()
  @IsIn(['1'])
  supervised?: '1';
}

/** Decorators of a port: 0 takes a free one. */
export function Port(variable: string): PropertyDecorator {
  return (prototype, property) => {
    Variable(variable, 'a port number, 0 to 65535')(prototype, property);
    AsInteger()(prototype, property);
    for (const check of [IsInt(), Min(0), Max(65_535)]) check(prototype, property);
  };
}
