/**
 * Why something is refused. `gone`: it does not exist (any more); `conflict`: the present state does not allow it; `forbidden`: this user
 * may not do it; `sign-in`: login, password or code is wrong, or the account is disabled.
 */
export type AdministrationRefusalKind = 'gone' | 'conflict' | 'forbidden' | 'sign-in';

/** A request that is refused and has changed nothing. The message is for a person and safe to show. */
export class AdministrationRefused extends Error {
  override readonly name = 'AdministrationRefused';

  constructor(
    readonly kind: AdministrationRefusalKind,
    message: string,
  ) {
    super(message);
  }
}

/** A sign-in that is refused in the same words whatever was wrong. */
export class SignInRefused extends AdministrationRefused {
  /** `forOperator`: what a log line may say. Never in the response. */
  constructor(readonly forOperator: { userId?: string; cause?: string }) {
    super('sign-in', 'Login, password or code is wrong.');
  }
}

/** Too many failed sign-ins for the time being. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';

  /** `allowed`: within `windowSeconds`. */
  constructor(
    readonly retryAfterSeconds: number,
    readonly allowed: number,
    readonly windowSeconds: number,
  ) {
    super('Too many failed attempts');
  }
}

export function userGone(): AdministrationRefused {
  return new AdministrationRefused('gone', 'The user does not exist.');
}
