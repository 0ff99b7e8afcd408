import { UnusableArguments } from '@sync/command-line';
import { rigPlanOf } from './rig-plan';

describe('npm run real-shops', () => {
  it('raises the shops whose sources it is given', () => {
    const both = ['--woocommerce', '/w', '--prestashop', '/p'];
    expect(rigPlanOf(both)).toEqual({
      woocommerce: '/w',
      prestashop: '/p',
      records: 600,
      minutesDown: 1,
      onlyFaults: false,
      isKept: false,
    });
    expect(rigPlanOf([...both, '--only', 'b', '--minutes-down', '10'])).toMatchObject({
      woocommerce: null,
      prestashop: '/p',
      minutesDown: 10,
    });
    expect(rigPlanOf(['--woocommerce', '/w', '--keep', '--faults'])).toMatchObject({ prestashop: null, isKept: true, onlyFaults: true });
  });

  it.each([[[]], [['--only', 'c']], [['--woocommerce', '/w', '--only', 'b']], [['--woocommerce', '/w', '--records', 'many']]])(
    'refuses %j in words',
    (words) => {
      expect(() => rigPlanOf(words)).toThrow(UnusableArguments);
    },
  );
});
