import type { CredentialsCipher } from '@sync/credentials';
import { RefusedValues } from '@sync/domain';
import { type AuditOrigin, recordAudit, UserAccount } from '@sync/identity';
import { Secret } from '@sync/records';
import { IsNull, type DataSource, type EntityManager } from 'typeorm';
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

const ofCodes = { id: true, totpSecret: true, totpConfirmedAt: true, totpStep: true } as const;

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
    const begun = { totpSecret: sealTotpSecret(this.cipher, id, secret), totpStep: null };
    const { affected } = await this.dataSource.manager.update(UserAccount, { id, totpConfirmedAt: IsNull() }, begun);
    if (affected === 0) throw new AdministrationRefused('conflict', 'A second factor is set up already. Remove it first.');
    return { secret: new Secret(secret), address: new Secret(totpAddress(secret, login)) };
  }

  /** From now on every sign-in asks for a code. Throws RefusedValues for a wrong code, AdministrationRefused: `conflict`. */
  async confirm(origin: AuditOrigin, { id }: Pick<AskedUser, 'id'>, code: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const stored = await this.locked(manager, id);
      if (!stored?.totpSecret || stored.totpConfirmedAt)
        throw new AdministrationRefused('conflict', 'No second factor waits for its first code.');
      await manager.update(UserAccount, { id }, { totpConfirmedAt: () => 'now()', totpStep: this.stepOf(stored, code) });
      await recordAudit(manager, { ...origin, action: 'user.totp_confirm', object: { type: 'user', id } });
    });
  }

  /** Throws RefusedValues for a wrong password or code, TooManyAttempts, AdministrationRefused: `conflict` when there is none. */
  async remove(origin: AuditOrigin, user: AskedUser, { password, code }: { password: Secret<string>; code: string }): Promise<void> {
    const { attempt } = await checkPassword(this.dataSource.manager, user, password, '/password');
    const { id } = user;
    await this.dataSource.transaction(async (manager) => {
      const stored = await this.locked(manager, id);
      if (!stored?.totpConfirmedAt) throw new AdministrationRefused('conflict', 'No second factor is set up.');
      this.stepOf(stored, code);
      await manager.update(UserAccount, { id }, { totpSecret: null, totpConfirmedAt: null, totpStep: null });
      await recordAudit(manager, { ...origin, action: 'user.totp_remove', object: { type: 'user', id } });
    });
    // Not before: codes must not be guessed, either.
    await attempt.forgive();
  }

  private locked(manager: EntityManager, id: string): Promise<UserAccount | null> {
    return manager.findOne(UserAccount, { select: ofCodes, where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** A code works once. */
  private stepOf({ id, totpSecret, totpStep }: UserAccount, code: string): number {
    const step = totpSecret === null ? null : totpStepOf(openTotpSecret(this.cipher, id, totpSecret), code);
    if (step === null || (totpStep !== null && step <= totpStep))
      throw new RefusedValues([{ pointer: '/code', detail: 'The code is wrong or was used already.' }]);
    return step;
  }
}
