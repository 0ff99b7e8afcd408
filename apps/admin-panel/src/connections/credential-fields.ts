import { shops, type CredentialField } from '@sync/platforms';
import type { FullConnection } from '../api/representations';

/** What a shop of this system needs. Empty for a direct system, and while the system is not known. */
export function credentialFieldsOf(system: Pick<NonNullable<FullConnection['system']>, 'slug'> | null): readonly CredentialField[] {
  return shops.find(({ driver }) => driver === system?.slug)?.credentials ?? [];
}

/** What was entered for these fields, by the name that the API gives it. */
export function enteredCredentials(values: FormData, fields: ReturnType<typeof credentialFieldsOf>): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, String(values.get(name)).trim()]));
}
