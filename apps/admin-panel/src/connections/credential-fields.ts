import { shops, type CredentialField } from '@sync/platforms';
import type { FullConnection } from '../api/representations';

/** What a shop of this system needs. Empty for a direct system, and while the system is not known. */
export function credentialFieldsOf(system: Pick<NonNullable<FullConnection['system']>, 'slug'> | null): readonly CredentialField[] {
  return shops.find(({ driver }) => driver === system?.slug)?.credentials ?? [];
}
