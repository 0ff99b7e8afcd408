import { counter, figure, metrics } from './metrics';

describe('a figure of the whole service', () => {
  const waiting = figure({ name: 'sync_probe_tasks', help: 'Probe.', labels: ['queue'] });
  const age = figure({ name: 'sync_probe_age_seconds', help: 'Probe.' });
  const shown = async () => (await metrics.metrics()).split('\n').filter((line) => line.startsWith('sync_probe'));

  afterEach(() => jest.useRealTimers());

  it('is absent until it is measured', async () => {
    expect(await shown()).toEqual([]);
  });

  it('shows the latest measurement only, for a minute: then another process measures it', async () => {
    jest.useFakeTimers({ now: 0 });
    waiting.measured([
      { queue: 'a', value: 1 },
      { queue: 'b', value: 2 },
    ]);
    waiting.measured([{ queue: 'b', value: 3 }]);
    age.measured([{ value: 0 }]);
    expect(await shown()).toEqual(['sync_probe_tasks{queue="b"} 3', 'sync_probe_age_seconds 0']);
    jest.setSystemTime(61_000);
    expect(await shown()).toEqual([]);
  });
});

it('a counter shows what is known of its labels as 0 from the start, so that the first count is an increase', async () => {
  const failed = counter({ name: 'sync_sample_total', help: 'Probe.', labels: ['task'] }, [{ task: 'a' }, { task: 'b' }]);
  failed.inc({ task: 'b' }, 100);
  const { values } = await failed.get();
  expect(values.map(({ labels, value }) => [labels.task, value])).toEqual([
    ['a', 0],
    ['b', 100],
  ]);
});
