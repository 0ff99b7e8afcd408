import { TaskDeferred } from '@sync/durable-work';
import { WorkerConfiguration } from '../../configuration';
import { TenantShare } from './tenant-share';

function shareOf(workerConcurrency: number) {
  const share = new TenantShare(Object.assign(new WorkerConfiguration(), { workerConcurrency }));
  const ends: (() => void)[] = [];
  const take = (tenant: string) => share.within(tenant, () => new Promise<void>((resolve) => ends.push(resolve)));
  return { share, ends, take };
}

describe('no tenant starves another', () => {
  it.each([
    [8, 4],
    [3, 1],
    [1, 1],
  ])('of %i places of a worker the shops of one tenant keep at most %i; there is room for those of others', async (places, most) => {
    const { ends, take } = shareOf(places);
    const begun = Array.from({ length: most }, () => take('one'));
    await expect(take('one')).rejects.toThrow(TaskDeferred);
    const other = take('other');
    expect(ends).toHaveLength(most + 1);
    for (const end of ends) end();
    await Promise.all([...begun, other]);
  });

  it('what ends makes room, also when it fails', async () => {
    const { share, ends, take } = shareOf(2);
    await expect(share.within('one', () => Promise.reject(new Error('The shop hangs')))).rejects.toThrow('The shop hangs');
    const first = take('one');
    await expect(take('one')).rejects.toThrow(TaskDeferred);
    ends[0]?.();
    await first;
    expect(await share.within('one', () => Promise.resolve('done'))).toBe('done');
  });
});
