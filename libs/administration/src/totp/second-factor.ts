import { type AuditOrigin, type CredentialsCipher, recordAudit, RefusedValues } from '@sync/domain';
import { Secret } from '@sync/records';
import type { DataSource, EntityManager } from 'typeorm';
import { AdministrationRefused } from '../refusals';
import { checkPassword, type AskedUser } from '../sign-in/check-password';
import { requireProof, type AccountOrigin } from '../sign-in/require-proof';
import { newTotpSecret, totpAddress, totpStepOf } from './totp';
import { openTotpSecret, sealTotpSecret } from './totp-secret';

/** Shown once, to be scanned. */
export interface BegunSecondFactor {
  /** Base32, for those who cannot scan. */
  secret: Secret<string>;
  /** `otpauth://…`, the content of a QR code. */
  address: Secret<string>;
}

const begin = `
  with begun as (update users set totp_secret = $2, totp_step = null where id = $1 and totp_confirmed_at is null returning 1)
  select from begun`;
const lock = `
  select totp_secret as sealed, totp_confirmed_at is not null as "isConfirmed", totp_step as "usedStep"
  from users where id = $1 for no key update`;
const confirm = 'update users set totp_confirmed_at = now(), totp_step = $2 where id = $1';
const remove = 'update users set totp_secret = null, totp_confirmed_at = null, totp_step = null where id = $1';

interface Stored {
  sealed: string | null;
  isConfirmed: boolean;
  /** A bigint, which pg gives as text. */
  usedStep: string | null;
}

/** A user's own second factor: an authenticator app with time-based codes. */
export class SecondFactor {
  constructor(
    private readonly dataSource: DataSource,
    /** Of `users|totp_secret`. */
    private readonly cipher: CredentialsCipher,
  ) {}

  /**
   * Makes a new secret, in place of one that was never confirmed. Throws RefusedValues for a missing proof: a stolen session must not lock
   * the user out. Throws AdministrationRefused: `conflict` when one is confirmed.
   */
  async begin(origin: AccountOrigin, { id, login }: Pick<AskedUser, 'id' | 'login'>): Promise<BegunSecondFactor> {
    requireProof(origin);
    const secret = newTotpSecret();
    const [begun] = await this.dataSource.query<unknown[]>(begin, [id, sealTotpSecret(this.cipher, id, secret)]);
    if (!begun) throw new AdministrationRefused('conflict', 'A second factor is set up already. Remove it first.');
    return { secret: new Secret(secret), address: new Secret(totpAddress(secret, login)) };
  }

  /** From now on every sign-in asks for a code. Throws RefusedValues for a wrong code, AdministrationRefused: `conflict`. */
  async confirm(origin: AuditOrigin, { id }: Pick<AskedUser, 'id'>, code: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const stored = await this.locked(manager, id);
      if (!stored?.sealed || stored.isConfirmed) throw new AdministrationRefused('conflict', 'No second factor waits for its first code.');
      await manager.query(confirm, [id, this.stepOf(id, stored, code)]);
      await recordAudit(manager, { ...origin, action: 'user.totp_confirm', object: { type: 'user', id } });
    });
  }

  /** Throws RefusedValues for a wrong password or code, TooManyAttempts, AdministrationRefused: `conflict` when there is none. */
  async remove(origin: AuditOrigin, user: AskedUser, { password, code }: { password: Secret<string>; code: string }): Promise<void> {
    const { attempt } = await checkPassword(this.dataSource, user, password, '/password');
    const { id } = user;
    await this.dataSource.transaction(async (manager) => {
      const stored = await this.locked(manager, id);
      if (!stored?.isConfirmed) throw new AdministrationRefused('conflict', 'No second factor is set up.');
      this.stepOf(id, stored, code);
      await manager.query(remove, [id]);
      await recordAudit(manager, { ...origin, action: 'user.totp_remove', object: { type: 'user', id } });
    });
    // Not before: codes must not be guessed, either.
    await attempt.forgive();
  }

  private async locked(manager: EntityManager, id: string): Promise<Stored | undefined> {
    const [stored] = await manager.query<Stored[]>(lock, [id]);
    return stored;
  }

  /** A code works once. */
  private stepOf(id: string, { sealed, usedStep }: Stored, code: string): number {
    const step = sealed === null ? null : totpStepOf(openTotpSecret(this.cipher, id, sealed), code);
    if (step === null || (usedStep !== null && step <= Number(usedStep)))
      throw new RefusedValues([{ pointer: '/code', detail: 'The code is wrong or was used already.' }]);
    return step;
  }
}
