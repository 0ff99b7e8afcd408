import { UnusableArguments } from '@sync/command-line';
import { rigPlanOf } from './rig-plan';

describe('npm run real-shops', () => {
  it('raises the shops whose sources it is given', () => {
    expect(rigPlanOf(['--woocommerce', '/w', '--prestashop', '/p'])).toEqual({
      sources: { woocommerce: '/w', prestashop: '/p' },
      records: 600,
      onlyFaults: false,
      onlyPlugin: false,
      screenshots: null,
      isKept: false,
    });
    expect(rigPlanOf(['--prestashop', '/p', '--records', '150', '--keep', '--faults'])).toEqual({
      sources: { prestashop: '/p' },
      records: 150,
      onlyFaults: true,
      onlyPlugin: false,
      screenshots: null,
      isKept: true,
    });
    expect(rigPlanOf(['--prestashop', '/p', '--plugin', '--screenshots', '/s'])).toMatchObject({ onlyPlugin: true, screenshots: '/s' });
  });

  it.each([
    [[]],
    [['--only', 'b']],
    [['--woocommerce', '/w', '--records', 'many']],
    [['--woocommerce', '/w', '--records', '149']],
    [['--woocommerce', '/w', '--faults', '--plugin']],
  ])('refuses %j in words', (words) => {
    expect(() => rigPlanOf(words)).toThrow(UnusableArguments);
  });
});
