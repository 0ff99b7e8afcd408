import {
  countByKey,
  requireKnownKeys,
  resealValues,
  sealedErasureKeys,
  type KeyRing,
  type ResealedValues,
  type SealedColumn,
  type SealedCount,
} from '@sync/credentials';
import { sealedCredentials, sealedWebhookSecrets } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import { sealedTotpSecrets } from '../totp/sealed-totp-secrets';

/** Everything that is sealed. */
const sealedKinds = ['credentials', 'second factors', 'webhook secrets', 'erasure keys'] as const;
type SealedKind = (typeof sealedKinds)[number];

const columns: Record<SealedKind, SealedColumn> = {
  credentials: sealedCredentials,
  'second factors': sealedTotpSecrets,
  'webhook secrets': sealedWebhookSecrets,
  'erasure keys': sealedErasureKeys,
};

export interface KeyRotation extends ResealedValues {
  kind: SealedKind;
  /** By key, afterwards. */
  counts: SealedCount[];
}

/**
 * Seals everything stored with the first key of the ring, while the apps run: what they have verified or read stays valid. Every app must
 * have the key already. Throws UnusableKeys if no app ever had one of the keys, or if one has other bytes than in the apps.
 */
export async function rotateKeys(
  sql: SqlRunner,
  keys: KeyRing,
  onBatch: (kind: SealedKind, resealed: number) => void,
): Promise<KeyRotation[]> {
  await requireKnownKeys((text, parameters) => sql.query(text, parameters), keys);
  const rotations: KeyRotation[] = [];
  for (const kind of sealedKinds) {
    const values = await resealValues(sql, columns[kind], keys, (resealed) => onBatch(kind, resealed));
    rotations.push({ kind, ...values, counts: await countByKey(sql, columns[kind]) });
  }
  return rotations;
}

/** How many values each key seals. */
export async function countSealedValues(sql: SqlRunner): Promise<Pick<KeyRotation, 'kind' | 'counts'>[]> {
  const counted: Pick<KeyRotation, 'kind' | 'counts'>[] = [];
  for (const kind of sealedKinds) counted.push({ kind, counts: await countByKey(sql, columns[kind]) });
  return counted;
}
