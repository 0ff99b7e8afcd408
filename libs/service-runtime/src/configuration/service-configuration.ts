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
class AreAddressRanges implements ValidatorConstraintInterface {
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

/** Throws unless the text is a URL with a host and one of these schemes. */
function checkedUrl(text: string, schemes: readonly string[]): string {
  const { protocol, hostname } = new URL(text);
  if (!schemes.includes(protocol) || hostname === '') throw new Error('unsupported scheme or missing host');
  return text;
}

/** The settings that every service shares. Each app extends this class with its port and its own settings. */
export class ServiceConfiguration {
  @Variable('DATABASE_URL', 'the address of a Postgres, postgres://user:password@host:port/database')
  @ParsedBy((text) => checkedUrl(text, ['postgres:', 'postgresql:']))
  databaseUrl: string;

  @Variable('REDIS_URL', 'the address of a Redis, redis://… or rediss://…, or unset')
  @IsOptional()
  @ParsedBy((text) => checkedUrl(text, ['redis:', 'rediss:']))
  redisUrl?: string;

  @Variable('HOST', 'the address to listen on, for example 127.0.0.1 or 0.0.0.0')
  @IsString()
  @Matches(/^[A-Za-z0-9.:_-]+$/)
  host = '127.0.0.1';

  @Variable('LOG_LEVEL', `one of ${logLevels.join(', ')}`)
  @IsIn(logLevels)
  logLevel: LogLevel = 'info';

  /** Proxies whose X-Forwarded-For is trusted. By default the gateway on this machine. */
  @Variable('TRUST_PROXY', 'a comma-separated list of addresses or CIDR ranges')
  @AsList()
  @Validate(AreAddressRanges)
  trustProxy: string[] = ['127.0.0.1', '::1'];

  /** Delay between failing readiness and closing the port, so that load balancers stop sending requests first. */
  @IntegerVariable('STOP_NOTICE_MS', 'a number of milliseconds', 0, 10_000)
  stopNoticeMs = 1_000;

  /** Set by a supervisor: the process ends when its supervisor does. */
  @Variable('SUPERVISED', '1 or unset')
  @IsOptional()
  @IsIn(['1'])
  supervised?: '1';
}

/** A port; 0 takes a free one. */
export function Port(variable: string): PropertyDecorator {
  return IntegerVariable(variable, 'a port number', 0, 65_535);
}

/** A whole number within bounds. `what`: unit or meaning, for the error message. */
export function IntegerVariable(variable: string, what: string, min: number, max: number): PropertyDecorator {
  return (prototype, property) => {
    const decorators = [Variable(variable, `${what}, ${min} to ${max}`), AsInteger(), IsInt(), Min(min), Max(max)];
    for (const decorate of decorators) decorate(prototype, property);
  };
}

/** ENCRYPTION_KEYS, parsed by the key ring of the app. */
export function EncryptionKeys(parse: (text: string) => unknown): PropertyDecorator {
  return (prototype, property) => {
    Variable('ENCRYPTION_KEYS', 'keyid:base64(32 bytes)[,older…]')(prototype, property);
    ParsedBy(parse)(prototype, property);
  };
}

/** STORE_HOST_ALLOWLIST, parsed by the allowlist of the integrations. */
export function StoreHostAllowlist(parse: (text: string) => string[]): PropertyDecorator {
  return (prototype, property) => {
    Variable('STORE_HOST_ALLOWLIST', 'a comma-separated list of CIDR ranges or host names')(prototype, property);
    ParsedBy(parse)(prototype, property);
  };
}
