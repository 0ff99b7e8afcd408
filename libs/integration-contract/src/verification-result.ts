/** Outcome of a credential check. `message` is for the operator and never reaches an API caller. */
export class VerificationResult {
  private constructor(
    readonly successful: boolean,
    readonly externalUserId: string | null,
    readonly message: string | null,
  ) {}

  static success(externalUserId: string): VerificationResult {
    return new VerificationResult(true, externalUserId, null);
  }

  static failure(message: string | null = null): VerificationResult {
    return new VerificationResult(false, null, message);
  }
}
