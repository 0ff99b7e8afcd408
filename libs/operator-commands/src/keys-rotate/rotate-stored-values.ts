import { countSealedValues, rotateKeys, type KeyRotation } from '@sync/administration';
import { UnusableKeys, type KeyRing } from '@sync/credentials';
import type { SqlRunner } from '@sync/postgres';

interface RotationOptions {
  /** Only count. */
  isDryRun: boolean;
  print: (line: string) => void;
}

const printsEvery = 5_000;
const maxListed = 10;

/** Prints its progress and a summary. False: some values are not sealed with the first key. */
export async function rotateStoredValues(sql: SqlRunner, keys: KeyRing, { isDryRun, print }: RotationOptions): Promise<boolean> {
  const newKey = keys.current.id;
  if (isDryRun) {
    for (const { kind, counts } of await countSealedValues(sql)) print(`${kind}: ${countsText(counts)}`);
    return true;
  }
  let printed = 0;
  const rotations = await rotateKeys(sql, keys, (kind, resealed) => {
    if (resealed < printed) printed = 0;
    if (resealed < printed + printsEvery) return;
    printed = resealed;
    print(`${kind}: ${resealed} sealed with ${newKey} so far`);
  }).catch((error: unknown) => {
    if (!(error instanceof UnusableKeys)) throw error;
    print(`Nothing was changed: ${error.missing}. First give every app the keys of this command, the new one last, and restart it.`);
    return null;
  });
  if (!rotations) return false;
  for (const line of rotations.flatMap((rotation) => summaryOf(rotation, newKey))) print(line);
  const isComplete = rotations.every(({ counts }) => counts.every(({ keyId }) => keyId === newKey));
  print(isComplete ? `Everything is sealed with ${newKey}.` : 'Some values are sealed with another key: see docs/operations/keys.md.');
  return isComplete;
}

function summaryOf({ kind, resealed, unreadable, counts }: KeyRotation, newKey: string): string[] {
  const lines = [`${kind}: ${resealed} sealed with ${newKey} now; altogether ${countsText(counts)}`];
  if (unreadable.length === 0) return lines;
  const more = unreadable.length > maxListed ? ` and ${unreadable.length - maxListed} more` : '';
  return [...lines, `${kind}: these rows do not open with the given keys: ${unreadable.slice(0, maxListed).join(', ')}${more}`];
}

function countsText(counts: KeyRotation['counts']): string {
  return counts.length === 0 ? 'none' : counts.map(({ keyId, values }) => `${keyId} ${values}`).join(', ');
}
