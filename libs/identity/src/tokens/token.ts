import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '@sync/records';
import { countTokens } from './token-metrics';

const prefixes = { access: 'sca_', connection: 'scc_', session: 'sas_' } as const;

export type TokenKind = keyof typeof prefixes;

export interface IssuedToken {
  /** Returned once, never stored. */
  plaintext: Secret<string>;
  hash: Buffer;
}

/** 256 random bits, base64url, after a prefix that people and leak scanners recognise. */
export function issueToken(kind: TokenKind): IssuedToken {
  countTokens(kind, 'issued');
  const plaintext = prefixes[kind] + randomBytes(32).toString('base64url');
  return { plaintext: new Secret(plaintext), hash: hashToken(plaintext) };
}

/** SHA-256, the only form in which a token is stored or looked up. */
export function hashToken(plaintext: string): Buffer {
  return createHash('sha256').update(plaintext).digest();
}

const shape = { access: /^sca_[A-Za-z0-9_-]{43}$/, connection: /^scc_[A-Za-z0-9_-]{43}$/, session: /^sas_[A-Za-z0-9_-]{43}$/ };

/** Spares a look-up for text that cannot be such a token. */
export function looksLikeToken(kind: TokenKind, text: string): boolean {
  return shape[kind].test(text);
}
