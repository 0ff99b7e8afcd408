import { UnusableArguments } from '@sync/command-line';
import { rigPlanOf } from './rig-plan';

describe('npm run real-shops', () => {
  it('raises the shops whose sources it is given', () => {
    expect(rigPlanOf(['--woocommerce', '/w', '--prestashop', '/p'])).toEqual({
      sources: { woocommerce: '/w', prestashop: '/p' },
      records: 600,
      onlyFaults: false,
      isKept: false,
    });
    expect(rigPlanOf(['--prestashop', '/p', '--records', '150', '--keep', '--faults'])).toEqual({
      sources: { prestashop: '/p' },
      records: 150,
      onlyFaults: true,
      isKept: true,
    });
  });

  it.each([[[]], [['--only', 'b']], [['--woocommerce', '/w', '--records', 'many']], [['--woocommerce', '/w', '--records', '149']]])(
    'refuses %j in words',
    (words) => {
      expect(() => rigPlanOf(words)).toThrow(UnusableArguments);
    },
  );
});
