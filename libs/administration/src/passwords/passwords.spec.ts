import { Secret } from '@sync/records';
import * as fc from 'fast-check';
import { generatePassword } from './generate-password';
import { hashPassword, verifyPassword } from './hash-password';
import { refusePassword } from './refuse-password';

describe('passwords', () => {
  const reasonFor = (password: string, login = 'ada.l@example.com') => {
    try {
      refusePassword(new Secret(password), login, '/new_password');
      return null;
    } catch (error) {
      expect(error).toMatchObject({ errors: [{ pointer: '/new_password' }] });
      return (error as Error).message;
    }
  };
  const easy = 'The password is easy to guess: it is made of common words, years, repetitions or neighbouring keys.';

  it.each([
    ['11 characters', 'correct hor', 'A password has 12 to 128 characters.'],
    ['11 characters of two code units each', '😀'.repeat(11), 'A password has 12 to 128 characters.'],
    ['129 characters', 'correct horse'.padEnd(129, 'battery staple'), 'A password has 12 to 128 characters.'],
    ['the login in capitals', ' ADA.L@Example.com', 'The password must not contain the login.'],
    ['the part of the login before the @', 'correct horse AdaL', 'The password must not contain the login.'],
    ['the same with other characters for its letters', 'correct horse @d4-1', 'The password must not contain the login.'],
    ['the name of the product', 'my Connection-Sync 93', 'The password must not contain the name of this product.'],
    ['a short text again and again', 'x7k!x7k!x7k!', easy],
    ['12 characters', 'correct hors', null],
    ['128 characters', 'correct horse'.padEnd(128, 'battery staple'), null],
    ['spaces and other scripts', 'correct horse пароль', null],
    ['a sentence', 'a long enough sentence', null],
    ['a common word in a sentence', 'the password of my garden gate', null],
  ])('%s: %p', (_, password, reason) => expect(reasonFor(password)).toBe(reason));

  it.each([
    ...[
      'password1234',
      'passwordpassword',
      'P@ssw0rd1234',
      'Passw0rd!2024',
      'MyPassword123',
      'masterpassword',
      'Passwort1234',
      'pass-word-pass-word',
    ],
    ...['123456789012', '987654321098', '111111222222', 'aaaaaaaaaaaa', 'abcdefghijkl', 'abcd12345678', 'abcabcabcabc', '20242024-2025'],
    ...[
      'qwertyuiop12',
      'qwertzuiop123',
      'qwerty123456',
      '1q2w3e4r5t6y',
      '1qaz2wsx3edc',
      'qazwsxedcrfv',
      'zaq12wsxcde3',
      'asdfghjkl123',
      '1234qwerasdf',
    ],
    ...[
      'administrator',
      'Administrator1',
      'adminadmin12',
      'admin@company1',
      'rootroot1234',
      'testtesttest',
      'changeme1234',
      'letmein12345',
    ],
    ...[
      'welcome12345',
      'Welcome2024!',
      'Willkommen2025',
      'Sommer2025!!',
      'Winter2024!!',
      'September2026',
      'hallohallo12',
      'iloveyou1234',
      'ichliebedich1',
    ],
    ...[
      'football1234',
      'monkey123456',
      'dragon123456',
      'superman1234',
      'princess1234',
      'sunshine1234',
      'trustno1trustno1',
      'summer.dragon.monkey.football',
    ],
  ])('%s is common', (password) => expect(reasonFor(password)).toBe(easy));

  it('with 12 random letters and digits are not common', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 12, maxLength: 12 });
    const refused = fc.sample(text, { numRuns: 2_000, seed: 7 }).filter((password) => reasonFor(password, 'x@example.com') !== null);
    expect(refused.length).toBeLessThan(5);
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
