import fc from 'fast-check';
import { newTotpSecret, totpAddress, totpStepOf } from './totp';
import { codeOf } from '../testing/totp-code';

/** RFC 6238, appendix B, the last six digits: the ASCII secret 12345678901234567890. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ])('at second %i the code of the RFC is %s', (second, code) => {
    expect(totpStepOf(rfcSecret, code, second * 1_000)).toBe(Math.floor(second / 30));
  });

  it('count in their own time step and its two neighbours, and in no other', () => {
    const times = fc.integer({ min: 1_600_000_000, max: 2_000_000_000 });
    fc.assert(
      fc.property(times, fc.integer({ min: -3, max: 3 }), (second, steps) => {
        const secret = newTotpSecret();
        const step = totpStepOf(secret, codeOf(secret, (second + steps * 30) * 1_000), second * 1_000);
        expect(step).toBe(Math.abs(steps) <= 1 ? Math.floor(second / 30) + steps : null);
      }),
    );
  });

  it.each(['', '12345', '1234567', '12345a', ' 287082', '２８７０８２'])('%p is no code', (text) => {
    expect(totpStepOf(rfcSecret, text, 59_000)).toBeNull();
  });

  it('the address names issuer, login and secret', () => {
    expect(totpAddress(rfcSecret, 'admin@example.com')).toBe(
      `otpauth://totp/Connection%20Sync:admin%40example.com?issuer=Connection%20Sync&secret=${rfcSecret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
