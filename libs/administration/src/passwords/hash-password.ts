import { hash, verify } from '@node-rs/argon2';
import type { Secret } from '@sync/records';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane, about 20 ms. Verifying reads the cost from the hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a random password: an unknown login takes as long as a wrong password. Made on first use. */
let dummyHash: Promise<string> | undefined;

/** argon2id in PHC form, with a salt of its own. */
export function hashPassword(password: Secret<string>): Promise<string> {
  return hash(normalised(password), cost);
}

/** Without a hash (null) the result is always false. It takes as long as with one. */
export async function verifyPassword(passwordHash: string | null, password: Secret<string>): Promise<boolean> {
  dummyHash ??= hash(crypto.randomUUID(), cost);
  const isRight = await verify(passwordHash ?? (await dummyHash), normalised(password));
  return passwordHash !== null && isRight;
}

/** Keyboards write the same character in different ways. */
function normalised(password: Secret<string>): string {
  return password.reveal().normalize('NFKC');
}
