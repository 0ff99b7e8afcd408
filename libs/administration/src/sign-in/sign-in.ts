import type { CredentialsCipher } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { Secret } from '@sync/records';
import type { DataSource } from 'typeorm';
import { isPasswordExpired } from '../passwords/first-password-days';
import { verifyPassword } from '../passwords/hash-password';
import { SignInRefused } from '../refusals';
import { beginSession, type NewSession, type SessionClient } from '../sessions/begin-session';
import type { SessionLimits } from '../sessions/session';
import { openTotpSecret } from '../totp/totp-secret';
import { newTotpSecret, totpStepOf } from '../totp/totp';
import { addressHash, reserveAttempt } from './attempts';

export interface SignInRequest extends SessionClient {
  login: string;
  password: Secret<string>;
  /** Of the authenticator app, when the user has one. */
  code?: string;
}

interface Account {
  id: string;
  passwordHash: string | null;
  /** Sealed. Null without a confirmed second factor. */
  totpSecret: string | null;
  /** The step of the last code, a bigint, which pg gives as text. */
  usedStep: string | null;
  isDisabled: boolean;
  isExpired: boolean;
}

const find = `
  select id, password_hash as "passwordHash", disabled_at is not null as "isDisabled", ${isPasswordExpired('users')} as "isExpired", totp_step as "usedStep",
    case when totp_confirmed_at is not null then totp_secret end as "totpSecret"
  from users where login = $1`;

/** Checks again what may have changed while the password was verified, and uses up the code. Locks the user. */
const admit = `
  with admitted as (
    update users set last_sign_in_at = now(), totp_step = coalesce($4, totp_step)
    where id = $1 and disabled_at is null and password_hash = $2 and not ${isPasswordExpired('users')}
      and case when totp_confirmed_at is not null then seal_iv(totp_secret) end is not distinct from seal_iv($3)
      and ($4::bigint is null or totp_step is null or totp_step < $4)
    returning 1
  )
  select from admitted`;

const rememberAddress = `
  insert into user_addresses (user_id, address_hash) values ($1, $2)
  on conflict (user_id, address_hash) do update set last_sign_in_at = now()`;
const forgetAddresses = `delete from user_addresses where user_id = $1 and last_sign_in_at < now() - interval '90 days'`;

/** For accounts that need no code, so that every refusal takes the same time. */
const dummySecret = newTotpSecret();

/** Signs in with login, password and, for users with a second factor, a code. */
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    /** Of `users|totp_secret`. */
    private readonly cipher: CredentialsCipher,
    private readonly limits: SessionLimits,
  ) {}

  /**
   * Throws AdministrationRefused: `sign-in`, after the same time and with the same words for an unknown login, a wrong password, a
   * disabled user, a first password that has expired, and a code that is missing, wrong or used; and TooManyAttempts.
   */
  async withPassword(request: SignInRequest): Promise<NewSession> {
    const login = request.login.trim().toLowerCase();
    const attempt = await reserveAttempt(this.dataSource, { login, address: request.address });
    const [account] = await this.dataSource.query<Account[]>(find, [login]);
    const isRight = await verifyPassword(account?.passwordHash ?? null, request.password);
    const step = this.stepOf(account, request.code ?? '');
    const isAdmissible = isRight && account !== undefined && !account.isDisabled && !account.isExpired;
    const session = isAdmissible && step !== 'wrong' ? await this.admit(account, step, request) : null;
    if (!session) throw new SignInRefused(isRight && account?.isExpired ? { userId: account.id, cause: 'first password expired' } : {});
    await attempt.forgive();
    return session;
  }

  /** Null: the account needs no code. */
  private stepOf(account: Account | undefined, code: string): number | null | 'wrong' {
    if (!account?.totpSecret) {
      totpStepOf(dummySecret, code);
      return null;
    }
    const step = totpStepOf(openTotpSecret(this.cipher, account.id, account.totpSecret), code);
    return step === null || step <= Number(account.usedStep ?? 0) ? 'wrong' : step;
  }

  private async admit({ id, passwordHash, totpSecret }: Account, step: number | null, client: SessionClient): Promise<NewSession | null> {
    return this.dataSource.transaction(async (manager) => {
      const [admitted] = await manager.query<unknown[]>(admit, [id, passwordHash, totpSecret, step]);
      if (!admitted) return null;
      await this.remember(manager, id, client.address);
      return beginSession(manager, id, client, this.limits);
    });
  }

  private async remember(sql: SqlRunner, userId: string, address: string): Promise<void> {
    await sql.query(rememberAddress, [userId, addressHash(address)]);
    await sql.query(forgetAddresses, [userId]);
  }
}
