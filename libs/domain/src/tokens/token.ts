import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '@sync/records';

const prefixes = { access: 'sca_', connection: 'scc_' } as const;

export type TokenKind = keyof typeof prefixes;

export interface IssuedToken {
  /** Shown once, to the one who asked for it. */
  plaintext: Secret<string>;
  /** What is stored. */
  hash: Buffer;
}

/** 256 random bits, base64url, after a prefix that tells a person (and a leak scanner) what it is. */
export function issueToken(kind: TokenKind): IssuedToken {
  const plaintext = prefixes[kind] + randomBytes(32).toString('base64url');
  return { plaintext: new Secret(plaintext), hash: hashToken(plaintext) };
}

/** SHA-256, the only form in which a token is stored or looked up. */
export function hashToken(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}

const shape = { access: /^sca_[A-Za-z0-9_-]{43}$/, connection: /^scc_[A-Za-z0-9_-]{43}$/ };

/** Whether the text can be such a token at all, so that anything else needs no look-up. */
export function looksLikeToken(kind: TokenKind, text: string): boolean {
  return shape[kind].test(text);
}
