import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { hashToken, issueToken, looksLikeToken } from './token';

describe('tokens', () => {
  it.each([
    ['access', 'sca_'],
    ['connection', 'scc_'],
  ] as const)('an %s token is %s and 32 random bytes in base64url', (kind, prefix) => {
    const { plaintext } = issueToken(kind);
    expect(plaintext.reveal().startsWith(prefix)).toBe(true);
    expect(Buffer.from(plaintext.reveal().slice(4), 'base64url')).toHaveLength(32);
    expect(looksLikeToken(kind, plaintext.reveal())).toBe(true);
  });

  it('only the SHA-256 hash is kept', () => {
    const { plaintext, hash } = issueToken('access');
    expect(hash).toEqual(createHash('sha256').update(plaintext.reveal()).digest());
    expect(hashToken(plaintext.reveal())).toEqual(hash);
  });

  it('no two tokens are alike', () => {
    expect(new Set(Array.from({ length: 1000 }, () => issueToken('connection').plaintext.reveal())).size).toBe(1000);
  });

  it('the plaintext prints as [secret]', () => {
    const { plaintext } = issueToken('access');
    for (const text of [`${plaintext}`, JSON.stringify({ plaintext }), inspect({ plaintext })]) {
      expect(text).toContain('[secret]');
      expect(text).not.toContain(plaintext.reveal());
    }
  });

  it.each([
    '',
    'scc_',
    'SCA_' + 'a'.repeat(43),
    'sca_' + 'a'.repeat(42),
    'sca_' + 'a'.repeat(44),
    ' sca_' + 'a'.repeat(43),
    'sca_' + '='.repeat(43),
    'x'.repeat(10_000),
  ])('a cut, padded, case-changed or otherwise foreign text is no access token: %p', (text) => {
    expect(looksLikeToken('access', text)).toBe(false);
  });
});
