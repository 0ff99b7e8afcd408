import { RefusedValues } from '@sync/domain';
import type { AuditOrigin } from '@sync/identity';
import { AdministrationRefused } from '../refusals';

/** The member of the request that a proof lacks. */
export type MissingProof = '/own_password' | '/own_code';

/** A request that changes accounts. An operator at a shell needs no proof. */
export interface AccountOrigin extends AuditOrigin {
  /** Null: the administrator has proved who sent the request (`Reauthentication`). Default: the password is missing. */
  lacks?: MissingProof | null;
}

const details: Readonly<Record<MissingProof, string>> = {
  '/own_password':
    'This change needs your own password. If you have none, sign in through the identity provider again: that counts for 5 minutes.',
  '/own_code': 'This change needs a code of your authenticator app.',
};

/** For a change that a stolen session must not make. Throws RefusedValues that names what is missing. */
export function requireProof({ actor, lacks = '/own_password' }: AccountOrigin): void {
  if (actor !== 'operator' && lacks !== null) throw new RefusedValues([{ pointer: lacks, detail: details[lacks] }]);
}

/** For what only another administrator may do. Throws AdministrationRefused, `forbidden`, for the own account. */
export function refuseOwnAccount({ actor }: AccountOrigin, id: string, detail: string): void {
  if (actor === `administrator:${id.toLowerCase()}`) throw new AdministrationRefused('forbidden', detail);
}
