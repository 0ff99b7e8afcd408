/** Outcome of a credential check. `message` is for a person who operates the service; no caller of the API ever reads it. */
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
