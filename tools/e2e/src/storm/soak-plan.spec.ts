import { UnusableArguments } from '@sync/command-line';
import { soakPlanOf } from './soak-plan';

describe('npm run soak', () => {
  it('divides its minutes between both queue backends and accepts a seed', () => {
    expect(soakPlanOf(['--minutes', '3', '--seed', '42'], true)).toEqual({
      minutes: 3,
      seed: 42,
      queues: ['Postgres', 'Redis'],
      pageMs: 27_000,
      against: null,
    });
    expect(soakPlanOf(['--minutes', '0.5', '--queues', 'redis'], true)).toMatchObject({ minutes: 0.5, queues: ['Redis'] });
    expect(soakPlanOf(['--page-seconds', '2.5'], true)).toMatchObject({ pageMs: 2_500 });
    expect(soakPlanOf(['--against', 'https://service.example/', '--shop-address', '10.0.0.7'], true)).toMatchObject({
      against: { url: 'https://service.example', shopAddress: '10.0.0.7' },
    });
    expect(soakPlanOf([], false)).toMatchObject({ minutes: 10, queues: ['Postgres'] });
  });

  it.each([
    [['--minutes', 'ten']],
    [['--minutes', '0']],
    [['--seed', 'x']],
    [['--queues', 'kafka']],
    [['--queues', 'redis']],
    [['--hours', '1']],
    [['--page-seconds', '30']],
    [['--against', 'service.example']],
    [['3']],
  ])('refuses %j in words', (words) => {
    expect(() => soakPlanOf(words, false)).toThrow(UnusableArguments);
  });
});
