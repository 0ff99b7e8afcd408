import { Secret } from '@sync/records';
import { generatePassword } from './generate-password';
import { hashPassword, verifyPassword } from './hash-password';
import { refusePassword } from './refuse-password';

describe('passwords', () => {
  it.each([
    ['11 characters', 'a'.repeat(11), 'A password has 12 to 128 characters.'],
    ['11 characters of two code units each', '😀'.repeat(11), 'A password has 12 to 128 characters.'],
    ['129 characters', 'a'.repeat(129), 'A password has 12 to 128 characters.'],
    ['the login', 'ada@example.com', 'The password must not be the login.'],
    ['the login in capitals', ' ADA@Example.com', 'The password must not be the login.'],
    ['12 characters', 'a'.repeat(12), null],
    ['128 characters', 'a'.repeat(128), null],
    ['spaces and other scripts', 'correct horse пароль', null],
  ])('%s: %p', (_, password, reason) => {
    const refuse = () => refusePassword(new Secret(password), 'ada@example.com', '/new_password');
    if (reason === null) expect(refuse).not.toThrow();
    else expect(refuse).toThrow(expect.objectContaining({ errors: [{ pointer: '/new_password', detail: reason }] }) as Error);
  });

  it('are hashed with argon2id and a salt of their own', async () => {
    const password = new Secret('correct horse battery');
    const hashes = [await hashPassword(password), await hashPassword(password)];
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await verifyPassword(hash, password)).toBe(true);
      expect(await verifyPassword(hash, new Secret('correct horse batterY'))).toBe(false);
    }
  });

  it('are right however the keyboard composes a character', async () => {
    expect(await verifyPassword(await hashPassword(new Secret('pässword-pässword')), new Secret('pa\u0308ssword-pa\u0308ssword'))).toBe(
      true,
    );
  });

  it('no password is right where there is none', async () => {
    expect(await verifyPassword(null, new Secret(''))).toBe(false);
  });

  it('are generated with 100 bits that keep the rules, and never twice', () => {
    const generated = Array.from({ length: 1000 }, () => generatePassword().reveal());
    expect(new Set(generated).size).toBe(1000);
    for (const password of generated) expect(password).toMatch(/^([a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/);
  });
});
