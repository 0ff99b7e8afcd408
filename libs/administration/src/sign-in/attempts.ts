import { createHash } from 'node:crypto';
import { SignInFailure } from '@sync/identity';
import type { SqlRunner } from '@sync/postgres';
import ipaddr from 'ipaddr.js';
import type { EntityManager } from 'typeorm';
import { TooManyAttempts } from '../refusals';

/** A password or code that is about to be checked. */
export interface Attempt {
  /** As typed, in lower case. */
  login: string;
  address: string;
}

interface Limit {
  /** Failures before attempts slow down. */
  burst: number;
  /** Then one attempt in so many seconds. */
  everySeconds: number;
}

/** A stranger's failures slow down one address, never the addresses where the user signed in before. */
const limits = {
  address: { burst: 50, everySeconds: 20 },
  'account at address': { burst: 5, everySeconds: 180 },
  'account elsewhere': { burst: 20, everySeconds: 30 },
} as const satisfies Record<string, Limit>;
type Scope = keyof typeof limits;

const isKnown = `
  select from user_addresses known join users account on account.id = known.user_id
  where account.login = $1 and known.address_hash = $2`;

/** Each attempt removes up to a hundred rows that have run out, and adds at most three: the table needs no other upkeep. */
const removeOld = `
  delete from sign_in_failures where key in (select key from sign_in_failures where ends_at < now() limit 100 for update skip locked)`;

/** One statement decides and counts, so concurrent attempts cannot slip through. $2: seconds an attempt costs; $3: those it may wait. */
const take = `
  insert into sign_in_failures as failures (key, ends_at) values ($1, now() + make_interval(secs => $2))
  on conflict (key) do update set ends_at = greatest(failures.ends_at, now()) + make_interval(secs => $2)
  where failures.ends_at <= now() + make_interval(secs => $3)
  returning key`;
const wait = `
  select ceil(extract(epoch from ends_at - now()) - $2)::int as seconds from sign_in_failures where key = $1`;

/** An attempt that counts as failed until it is forgiven. */
export interface ReservedAttempt {
  /** The attempt succeeded: it did not count, and failures of this account at this address are forgotten. */
  forgive(): Promise<void>;
}

/**
 * Counts an attempt as failed before it is checked. Throws TooManyAttempts when this address, this account from this address, or this
 * account from addresses that it does not know failed too often lately. The same for logins that do not exist.
 */
export async function reserveAttempt(manager: EntityManager, attempt: Attempt): Promise<ReservedAttempt> {
  await manager.query(removeOld);
  const counted = await limitsOf(manager, attempt);
  for (const { key, burst, everySeconds } of counted) {
    const tolerance = (burst - 1) * everySeconds;
    const [taken] = await manager.query<unknown[]>(take, [key, everySeconds, tolerance]);
    if (taken) continue;
    const [row] = await manager.query<{ seconds: number }[]>(wait, [key, tolerance]);
    throw new TooManyAttempts(Math.max(1, row?.seconds ?? 1), burst, burst * everySeconds);
  }
  return {
    forgive: async () => {
      for (const { scope, key, everySeconds } of counted)
        if (scope === 'account at address') await manager.delete(SignInFailure, { key });
        else await manager.update(SignInFailure, { key }, { endsAt: () => `ends_at - make_interval(secs => ${everySeconds})` });
    },
  };
}

async function limitsOf(sql: SqlRunner, attempt: Attempt): Promise<(Limit & { scope: Scope; key: Buffer })[]> {
  const [known] = await sql.query<unknown[]>(isKnown, [attempt.login, addressHash(attempt.address)]);
  const scopes: readonly Scope[] = ['address', 'account at address', ...(known ? [] : (['account elsewhere'] as const))];
  return scopes.map((scope) => ({ ...limits[scope], scope, key: keyOf(scope, attempt) }));
}

function keyOf(scope: Scope, { login, address }: Attempt): Buffer {
  const parts = { address: [network(address)], 'account at address': [login, network(address)], 'account elsewhere': [login] };
  return sha256([scope, ...parts[scope]].join('\n'));
}

/** For user_addresses. */
export function addressHash(address: string): Buffer {
  return sha256(network(address));
}

/** An IPv6 client has a /64 of its own. */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts.slice(0, 4).join(':');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
