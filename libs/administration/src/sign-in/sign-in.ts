import type { CredentialsCipher } from '@sync/credentials';
import { UserAccount, UserAddress } from '@sync/identity';
import { sealIv } from '@sync/postgres';
import type { Secret } from '@sync/records';
import { Raw, type DataSource, type EntityManager } from 'typeorm';
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

const proofs = {
  id: true,
  passwordHash: true,
  mustChangePassword: true,
  passwordExpiresAt: true,
  totpSecret: true,
  totpConfirmedAt: true,
  totpStep: true,
  disabledAt: true,
} as const;

/** What may have changed while the password was verified. A code works once. */
const isUnchanged = `
  id = :id and disabled_at is null and password_hash = :passwordHash and not (must_change_password and password_expires_at <= now())
  and case when totp_confirmed_at is not null then ${sealIv('totp_secret')} end is not distinct from ${sealIv(':totpSecret')}
  and (cast(:step as bigint) is null or totp_step is null or totp_step < :step)`;

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
    const attempt = await reserveAttempt(this.dataSource.manager, { login, address: request.address });
    const account = await this.dataSource.manager.findOne(UserAccount, { select: proofs, where: { login } });
    const isRight = await verifyPassword(account?.passwordHash ?? null, request.password);
    const step = this.stepOf(account, request.code ?? '');
    const isExpired = account?.isPasswordExpired(new Date());
    const isAdmissible = isRight && account !== null && account.disabledAt === null && !isExpired;
    const session = isAdmissible && step !== 'wrong' ? await this.admit(account, step, request) : null;
    if (!session) throw new SignInRefused(isRight && account && isExpired ? { userId: account.id, cause: 'first password expired' } : {});
    await attempt.forgive();
    return session;
  }

  /** Null: the account needs no code. */
  private stepOf(account: UserAccount | null, code: string): number | null | 'wrong' {
    const sealed = account?.confirmedTotpSecret();
    if (!account || !sealed) {
      totpStepOf(dummySecret, code);
      return null;
    }
    const step = totpStepOf(openTotpSecret(this.cipher, account.id, sealed), code);
    return step === null || step <= (account.totpStep ?? 0) ? 'wrong' : step;
  }

  /** Locks the user and uses up the code. */
  private async admit(account: UserAccount, step: number | null, client: SessionClient): Promise<NewSession | null> {
    const { id, passwordHash } = account;
    return this.dataSource.transaction(async (manager) => {
      const changes = { lastSignInAt: () => 'now()', ...(step !== null && { totpStep: step }) };
      const admit = manager.createQueryBuilder().update(UserAccount).set(changes);
      const { affected } = await admit.where(isUnchanged, { id, passwordHash, totpSecret: account.confirmedTotpSecret(), step }).execute();
      if (affected === 0) return null;
      await this.remember(manager, id, client.address);
      return beginSession(manager, id, client, this.limits);
    });
  }

  private async remember(manager: EntityManager, userId: string, address: string): Promise<void> {
    const known = { userId, addressHash: addressHash(address), lastSignInAt: () => 'now()' };
    await manager.upsert(UserAddress, known, ['userId', 'addressHash']);
    await manager.delete(UserAddress, { userId, lastSignInAt: Raw((column) => `${column} < now() - interval '90 days'`) });
  }
}
