import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { hashToken, issueToken, looksLikeToken } from './token';

describe('tokens', () => {
  it.each([
    ['access', 'sca_'],
    ['connection', 'scc_'],
    ['session', 'sas_'],
  ] as const)('issues an %s token of %s and 32 random bytes in base64url', (kind, prefix) => {
    const { plaintext } = issueToken(kind);
    expect(plaintext.reveal().startsWith(prefix)).toBe(true);
    expect(Buffer.from(plaintext.reveal().slice(4), 'base64url')).toHaveLength(32);
    expect(looksLikeToken(kind, plaintext.reveal())).toBe(true);
  });

  it('keeps only the SHA-256 hash', () => {
    const { plaintext, hash } = issueToken('access');
    expect(hash).toEqual(createHash('sha256').update(plaintext.reveal()).digest());
    expect(hashToken(plaintext.reveal())).toEqual(hash);
  });

  it('never issues a token twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => issueToken('connection').plaintext.reveal())).size).toBe(1000);
  });

  it('prints the plaintext as [secret]', () => {
    const { plaintext } = issueToken('access');
    for (const text of [`${plaintext}`, JSON.stringify({ plaintext }), inspect({ plaintext })]) {
      expect(text).toContain('[secret]');
      expect(text).not.toContain(plaintext.reveal());
    }
  });

  describe.each([
    ['access', 'sca_'],
    ['connection', 'scc_'],
    ['session', 'sas_'],
  ] as const)('looksLikeToken(%s)', (kind, prefix) => {
    it.each([
      ['an empty text', ''],
      ['the prefix alone', prefix],
      ['an upper-case prefix', prefix.toUpperCase() + 'a'.repeat(43)],
      ['the other prefix', (kind === 'access' ? 'scc_' : 'sca_') + 'a'.repeat(43)],
      ['42 characters', prefix + 'a'.repeat(42)],
      ['44 characters', prefix + 'a'.repeat(44)],
      ['a leading space', ` ${prefix}${'a'.repeat(43)}`],
      ['padding', prefix + '='.repeat(43)],
      ['a long text', 'x'.repeat(10_000)],
    ])('refuses %s', (_, text) => {
      expect(looksLikeToken(kind, text)).toBe(false);
    });
  });
});
