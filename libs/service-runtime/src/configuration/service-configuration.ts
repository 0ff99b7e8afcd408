import { isIP } from 'node:net';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  Validate,
  ValidateIf,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { AsInteger, AsList, ParsedBy } from './conversions';
import { Meaning, Variable } from './load-configuration';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof logLevels)[number];

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
  @DatabaseUrl()
  databaseUrl: string;

  @PastPoolerUrl()
  pastPoolerUrl?: string;

  @Variable('REDIS_URL', 'the address of a Redis, redis://… or rediss://…, or unset')
  @Meaning('Redis 6.2 or newer, or Valkey, for the queues: [one primary](scaling.md#redis), no Redis Cluster. Unset: queues in Postgres.')
  @IsOptional()
  @ParsedBy((text) => checkedUrl(text, ['redis:', 'rediss:']))
  redisUrl?: string;

  @Variable('HOST', 'the address to listen on, for example 127.0.0.1 or 0.0.0.0')
  @Meaning('Where the app listens. In a container: `0.0.0.0`.')
  @IsString()
  @Matches(/^[A-Za-z0-9.:_-]+$/)
  host = '127.0.0.1';

  /** Never the service's own port, so that no gateway leads there. */
  @IsOptional()
  @Port('METRICS_PORT', 'Port of the [metrics](observability.md). Unset: none are served.')
  metricsPort?: number;

  @Variable('METRICS_HOST', 'the address to serve metrics on, for example 127.0.0.1 or 0.0.0.0')
  @Meaning('Where the metrics are served. Unset: at `HOST`.')
  @IsOptional()
  @Matches(/^[A-Za-z0-9.:_-]+$/)
  metricsHost?: string;

  /** OpenTelemetry's packages read its other variables themselves, such as OTEL_TRACES_SAMPLER. */
  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', 'the address of an OpenTelemetry collector, http://… or https://…, or unset')
  @Meaning("Where [traces](observability.md) go. Unset: nothing is traced. OpenTelemetry's other variables hold, too.")
  @IsOptional()
  @ParsedBy((text) => checkedUrl(text, ['http:', 'https:']))
  otlpEndpoint?: string;

  @Variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'the address that takes traces, http://… or https://…, or unset')
  @Meaning('The same for traces only, with its path.')
  @IsOptional()
  @ParsedBy((text) => checkedUrl(text, ['http:', 'https:']))
  otlpTracesEndpoint?: string;

  @Variable('OTEL_SDK_DISABLED', 'true, false or unset')
  @Meaning('`true`: nothing is traced.')
  @IsOptional()
  @IsIn(['true', 'false'])
  isTracingDisabled?: 'true' | 'false';

  @Variable('LOG_LEVEL', `one of ${logLevels.join(', ')}`)
  @Meaning('What the app logs: this level and all that stand before it.')
  @IsIn(logLevels)
  logLevel: LogLevel = 'info';

  @Variable('TRUST_PROXY', 'a comma-separated list of addresses or CIDR ranges')
  @Meaning('Proxies, as addresses or CIDR ranges, whose `X-Forwarded-For` is trusted. The default is a gateway on the same machine.')
  @AsList()
  @Validate(AreAddressRanges)
  trustProxy: string[] = ['127.0.0.1', '::1'];

  @IntegerVariable('STOP_NOTICE_MS', 'a number of milliseconds', 0, 10_000)
  @Meaning('After SIGTERM, how long the app still [takes requests](upgrade.md#why-no-request-fails) while it reports not ready.')
  stopNoticeMs = 1_000;

  get isTraced(): boolean {
    return this.isTracingDisabled !== 'true' && (this.otlpTracesEndpoint ?? this.otlpEndpoint) !== undefined;
  }

  @Variable('SUPERVISED', '1 or unset')
  @Meaning('Set by `npm start`: the process ends with its supervisor.')
  @IsOptional()
  @IsIn(['1'])
  supervised?: '1';

  /** Whether DATABASE_URL leads to a pooler that gives each transaction another session. */
  get databaseIsPooled(): boolean {
    return this.pastPoolerUrl !== undefined;
  }

  /** For what needs a session of its own, such as LISTEN. */
  get databaseDirectUrl(): string {
    return this.pastPoolerUrl ?? this.databaseUrl;
  }
}

/** A port; 0 takes a free one. */
export function Port(variable: string, meaning = 'Port of the app. 0: a free one, which the log names.'): PropertyDecorator {
  return (prototype, property) => {
    IntegerVariable(variable, 'a port number', 0, 65_535)(prototype, property);
    Meaning(meaning)(prototype, property);
  };
}

/** A whole number within bounds. `what`: unit or meaning, for the error message. */
export function IntegerVariable(variable: string, what: string, min: number, max: number): PropertyDecorator {
  return (prototype, property) => {
    const decorators = [Variable(variable, `${what}, ${min} to ${max}`), AsInteger(), IsInt(), Min(min), Max(max)];
    for (const decorate of decorators) decorate(prototype, property);
  };
}

/** DATABASE_URL, as the apps and the commands read it. */
export function DatabaseUrl(): PropertyDecorator {
  return (prototype, property) => {
    Variable('DATABASE_URL', 'the address of a Postgres, postgres://user:password@host:port/database')(prototype, property);
    Meaning(
      'Postgres 15 or newer, as the [role of the apps](database.md#roles); for the migration, which creates the extension `pg_trgm`, as the owner.',
    )(prototype, property);
    ParsedBy((text) => checkedUrl(text, ['postgres:', 'postgresql:']))(prototype, property);
  };
}

/** DATABASE_DIRECT_URL, as the apps and the commands read it. */
export function PastPoolerUrl(): PropertyDecorator {
  return (prototype, property) => {
    Variable('DATABASE_DIRECT_URL', 'the address of Postgres itself if DATABASE_URL leads to a pooler in transaction mode, or unset')(
      prototype,
      property,
    );
    Meaning('Past the [pooler](database.md#pooler), for queues on Postgres, the migration and the commands.')(prototype, property);
    IsOptional()(prototype, property);
    ParsedBy((text) => checkedUrl(text, ['postgres:', 'postgresql:']))(prototype, property);
  };
}

/** ENCRYPTION_KEYS, parsed by the key ring of the app. */
export function EncryptionKeys(parse: (text: string) => unknown): PropertyDecorator {
  return (prototype, property) => {
    Variable('ENCRYPTION_KEYS', 'keyid:base64(32 bytes)[,older…]')(prototype, property);
    Meaning('The first key encrypts, all decrypt. Losing them loses the credentials of the shops.')(prototype, property);
    ParsedBy(parse)(prototype, property);
  };
}

/** CONTACT_ADDRESS, parsed by the HTTP client of the integrations. */
export function ContactAddress(parse: (text: string) => string): PropertyDecorator {
  return (prototype, property) => {
    Variable('CONTACT_ADDRESS', 'the address of a web page or an e-mail address, or unset')(prototype, property);
    Meaning('Shops see it in the User-Agent, `connection-sync/<version> (+<address>)`.')(prototype, property);
    IsOptional()(prototype, property);
    ParsedBy(parse)(prototype, property);
  };
}

/** MAIL_FROM. `isNeeded`: also where it is not set. */
export function MailFrom(isNeeded: (configuration: object) => boolean): PropertyDecorator {
  return (prototype, property) => {
    Variable('MAIL_FROM', 'an e-mail address, or unset')(prototype, property);
    Meaning('Who [mails](README.md#mail) are from. Unset: no mail is set up, and no address for notices is taken.')(prototype, property);
    ValidateIf(isNeeded)(prototype, property);
    IsEmail({ allow_utf8_local_part: false })(prototype, property);
  };
}

/** CALLER_HOST_ALLOWLIST, parsed by the allowlist of the integrations. */
export function CallerHostAllowlist(parse: (text: string) => string[]): PropertyDecorator {
  return (prototype, property) => {
    Variable('CALLER_HOST_ALLOWLIST', 'a comma-separated list of CIDR ranges or host names')(prototype, property);
    Meaning('Webhook endpoints of callers that may be called although their address is private, and over plain http.')(prototype, property);
    ParsedBy(parse)(prototype, property);
  };
}

/** STORE_HOST_ALLOWLIST, parsed by the allowlist of the integrations. */
export function StoreHostAllowlist(parse: (text: string) => string[]): PropertyDecorator {
  return (prototype, property) => {
    Variable('STORE_HOST_ALLOWLIST', 'a comma-separated list of CIDR ranges or host names')(prototype, property);
    Meaning('Shops that may be called although their address is private, and over plain http.')(prototype, property);
    ParsedBy(parse)(prototype, property);
  };
}
