import { promises as dns, type LookupAddress, type RecordWithTtl } from 'node:dns';

/** The name does not exist, or has no address. The shop's fault: its DNS says so. */
export class NoSuchName extends Error {
  override readonly name = 'NoSuchName';
  readonly code = 'ENOTFOUND';
}

/** The name servers did not say whether the name exists. Says nothing about the shop. `code` as of c-ares: `ETIMEOUT`, `ESERVFAIL`. */
export class NameLookupFailed extends Error {
  override readonly name = 'NameLookupFailed';

  constructor(readonly code: string) {
    super('The name could not be looked up.');
  }
}

export interface NameQuery {
  /** IP addresses, with or without a port. Default: those of the system. */
  servers?: readonly string[];
  /** Once one family has addresses, the wait for the other one. */
  otherFamilyMs: number;
  signal: AbortSignal;
}

export interface TimedAddresses {
  addresses: LookupAddress[];
  ttlSeconds: number;
}

/** Of one query; c-ares doubles it with each try. */
const queryTimeoutMs = 800;
const tries = 3;

/** What the name's DNS says for certain. EBADNAME: no name server can hold such a name. */
const noSuchName = new Set(['ENOTFOUND', 'EBADNAME']);

/**
 * Asks for A and AAAA through c-ares. `dns.lookup` would block one of libuv's four threads per slow name server, and with four of them
 * every other name. Throws NoSuchName or NameLookupFailed.
 */
export async function queryAddresses(name: string, { servers, otherFamilyMs, signal }: NameQuery): Promise<TimedAddresses> {
  // One resolver for each name: cancelling one lookup must not cancel others.
  const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  let timer: NodeJS.Timeout | undefined;
  const waitForOther = (records: RecordWithTtl[]): RecordWithTtl[] => {
    timer ??= setTimeout(cancel, otherFamilyMs);
    return records;
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const options = { ttl: true } as const;
    const families = await Promise.allSettled([
      resolver.resolve4(name, options).then(waitForOther),
      resolver.resolve6(name, options).then(waitForOther),
    ]);
    return combine(families);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** IPv4 first, which works from any machine; sockets try both families. */
function combine(families: readonly PromiseSettledResult<RecordWithTtl[]>[]): TimedAddresses {
  const found = families.flatMap((outcome, index) =>
    outcome.status === 'fulfilled' ? outcome.value.map(({ address, ttl }) => ({ address, ttl, family: index === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) {
    return { addresses: found.map(({ address, family }) => ({ address, family })), ttlSeconds: Math.min(...found.map(({ ttl }) => ttl)) };
  }
  const codes = families.map((outcome) => (outcome.status === 'rejected' ? codeOf(outcome.reason) : 'ENODATA'));
  if (codes.some((code) => noSuchName.has(code)) || codes.every((code) => code === 'ENODATA')) throw new NoSuchName();
  throw new NameLookupFailed(codes.find((code) => code !== 'ENODATA') ?? 'EUNKNOWN');
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? 'EUNKNOWN';
}
