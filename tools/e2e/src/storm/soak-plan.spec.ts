import { UnusableArguments } from '@sync/embedded-services';
import { soakPlanOf } from './soak-plan';

describe('npm run soak', () => {
  it('divides its minutes between both queue backends and accepts a seed', () => {
    expect(soakPlanOf(['--minutes', '3', '--seed', '42'], true)).toEqual({ minutes: 3, seed: 42, queues: ['Postgres', 'Redis'] });
    expect(soakPlanOf(['--minutes', '0.5', '--queues', 'redis'], true)).toMatchObject({ minutes: 0.5, queues: ['Redis'] });
    expect(soakPlanOf([], false)).toMatchObject({ minutes: 10, queues: ['Postgres'] });
  });

  it.each([
    [['--minutes', 'ten']],
    [['--minutes', '0']],
    [['--seed', 'x']],
    [['--queues', 'kafka']],
    [['--queues', 'redis']],
    [['--hours', '1']],
    [['3']],
  ])('refuses %j in words', (words) => {
    expect(() => soakPlanOf(words, false)).toThrow(UnusableArguments);
  });
});
