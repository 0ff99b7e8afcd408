import type { SealedColumn } from '@sync/credentials';
import { sealedStatements } from '@sync/postgres';

/** The column of second factors. */
export const sealedTotpSecrets: SealedColumn = { name: 'users|totp_secret', ...sealedStatements('users', 'totp_secret') };
