import { fixed, minor, times, total } from './amounts';

describe('the amounts that the rig expects', () => {
  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['9.995', 2, '10.00'],
    ['0.004', 2, '0.00'],
    ['-0.004', 2, '0.00'],
    ['24286', 0, '24286'],
    ['12.3455', 3, '12.346'],
    ['7', 3, '7.000'],
    [143.81512608333333, 2, '143.82'],
    ['', 2, null],
    [null, 2, null],
    ['12,50', 2, null],
  ])('%p with %i decimals is %p, rounded half away from zero', (amount, decimals, expected) => {
    expect(fixed(amount, decimals)).toBe(expected);
  });

  it('are hundredths of every currency, and null where there is none', () => {
    expect([minor('0'), minor('1234.5'), minor('-3'), minor('')]).toEqual([0, 123_450, -300, null]);
  });

  it('are added, subtracted and multiplied as decimals, and rounded once', () => {
    expect(minor(total(['0.1', '0.2'], ['0.295']))).toBe(1);
    expect(minor(times('1.005', 3))).toBe(302);
    expect(total(['1', 'many'])).toBeNull();
  });
});
