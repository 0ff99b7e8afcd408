import { CredentialsProperty } from '../connections/credentials-input';

export class RenewCredentialsInput {
  @CredentialsProperty()
  credentials: Record<string, unknown>;
}
