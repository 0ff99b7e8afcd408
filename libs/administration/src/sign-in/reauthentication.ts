import type { CredentialsCipher } from '@sync/credentials';
import { RefusedValues } from '@sync/domain';
import { type AuditOrigin, UserAccount } from '@sync/identity';
import { sealIv } from '@sync/postgres';
import type { Secret } from '@sync/records';
import type { DataSource } from 'typeorm';
import { openTotpSecret } from '../totp/totp-secret';
import { totpStepOf } from '../totp/totp';
import { reserveAttempt } from './attempts';
import { checkPassword, type AskedUser } from './check-password';
import type { AccountOrigin, MissingProof } from './require-proof';

/** What a signed-in administrator sends along with a change of accounts. */
export interface OwnProof {
  password?: Secret<string>;
  /** Of the own authenticator app. */
  code?: string;
}

/** The administrator of a request. */
interface ProvingUser extends AskedUser {
  sessionId: string;
  origin: AuditOrigin;
}

interface Account {
  /** Chosen by the user, not generated. */
  hasPassword: boolean;
  /** Sealed. Null without a confirmed second factor, and where no code is asked for. */
  totpSecret: string | null;
  /** The session began through the identity provider a moment ago. */
  isFreshOidc: boolean;
}

const read = `
  select account.password_hash is not null and not account.must_change_password as "hasPassword",
    case when account.totp_confirmed_at is not null and $3 then account.totp_secret end as "totpSecret",
    session.method = 'oidc' and session.created_at > now() - interval '5 minutes' as "isFreshOidc"
  from users account join user_sessions session on session.user_id = account.id
  where account.id = $1 and session.id = $2`;

/** Only of the secret that was checked, and only once. */
const isUnused = `
  id = :id and totp_confirmed_at is not null and ${sealIv('totp_secret')} = ${sealIv(':sealed')} and (totp_step is null or totp_step < :step)`;

/** Asks administrators again who they are, before changes that a stolen session must not make. */
export class Reauthentication {
  constructor(
    private readonly dataSource: DataSource,
    /** Of `users|totp_secret`. */
    private readonly cipher: CredentialsCipher,
  ) {}

  /**
   * Checks the own password and, where the user has a second factor, a code, which it uses up. Both are throttled like a sign-in. A user
   * who has chosen no password proves it with a sign-in through the identity provider that is at most 5 minutes old. Throws RefusedValues
   * for a wrong value, and TooManyAttempts. A missing value is returned: the use case knows whether it matters.
   */
  async prove(
    { id, login, address, sessionId, origin }: ProvingUser,
    { password, code }: OwnProof,
    { asksForCode = true } = {},
  ): Promise<AccountOrigin> {
    const [account] = await this.dataSource.query<Account[]>(read, [id, sessionId, asksForCode]);
    if (!account) return { ...origin, lacks: '/own_password' };
    const { totpSecret } = account;
    if (!password) {
      const lacks = missingWithoutPassword(account, code);
      if (lacks !== null || totpSecret === null) return { ...origin, lacks };
    }
    const user = { id, login, address };
    const attempt = password
      ? (await checkPassword(this.dataSource.manager, user, password, '/own_password')).attempt
      : await reserveAttempt(this.dataSource.manager, user);
    if (totpSecret !== null) await this.useCode(id, totpSecret, code ?? '');
    // Not before: codes must not be guessed, either.
    await attempt.forgive();
    return { ...origin, lacks: null };
  }

  private async useCode(id: string, sealed: string, code: string): Promise<void> {
    const step = totpStepOf(openTotpSecret(this.cipher, id, sealed), code);
    const isUsed = step !== null && (await this.useStep(step, { id, sealed }));
    if (!isUsed) throw new RefusedValues([{ pointer: '/own_code', detail: 'The code is wrong or was used already.' }]);
  }

  private async useStep(step: number, checked: { id: string; sealed: string }): Promise<boolean> {
    const use = this.dataSource.createQueryBuilder().update(UserAccount).set({ totpStep: step });
    return (await use.where(isUnused, { ...checked, step }).execute()).affected === 1;
  }
}

function missingWithoutPassword({ isFreshOidc, hasPassword, totpSecret }: Account, code: string | undefined): MissingProof | null {
  if (!isFreshOidc || hasPassword) return '/own_password';
  return totpSecret !== null && code === undefined ? '/own_code' : null;
}
