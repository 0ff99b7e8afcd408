import { rotateKeys } from '@sync/administration';
import { KeyRing } from '@sync/credentials';
import type { StormyService } from './stormy-service';

const keysInUse = `
  select split_part(credentials, '.', 2) as key from system_connections where credentials is not null group by 1 order by count(*) desc`;

/** Rotates towards the key of the apps that seals less. Returns what went wrong. */
export async function rotateStoredKeys(service: StormyService): Promise<string[]> {
  const [used] = await service.rows<{ key: string }>(keysInUse);
  const entries = (service.environment.ENCRYPTION_KEYS ?? '').split(',');
  const isUsed = (entry: string) => entry.startsWith(`${used?.key}:`);
  const ring = [...entries.filter((entry) => !isUsed(entry)), ...entries.filter(isUsed)];
  return rotateKeysTo(ring.join(','), service);
}

/** What `npm run keys:rotate` does with these ENCRYPTION_KEYS. Returns what went wrong. */
export async function rotateKeysTo(keys: string, service: StormyService): Promise<string[]> {
  const sql = { query: <T>(text: string, parameters?: unknown[]) => service.rows(text, parameters) as Promise<T> };
  const [credentials] = await rotateKeys(sql, KeyRing.parse(keys), () => undefined);
  if (credentials && credentials.resealed > 0 && credentials.unreadable.length === 0) return [];
  return [`a rotation of the keys sealed ${credentials?.resealed} credentials and could not read ${credentials?.unreadable.length}`];
}
