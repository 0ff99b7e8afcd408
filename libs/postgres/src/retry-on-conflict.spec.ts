import { retryOnConflict } from './retry-on-conflict';

const failingTimes = (times: number, error: object) => {
  const work = jest.fn(() => Promise.resolve('stored'));
  for (let attempt = 0; attempt < times; attempt += 1) work.mockRejectedValueOnce(Object.assign(new Error('lost'), error));
  return work;
};

describe('work that loses against another transaction', () => {
  it.each([
    ['a deadlock of pg', { code: '40P01' }],
    ['a serialization failure that TypeORM wraps', { driverError: { code: '40001' } }],
  ])('runs again after %s', async (_, error) => {
    const work = failingTimes(2, error);
    expect(await retryOnConflict(work)).toBe('stored');
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('gives up after eight attempts', async () => {
    const work = failingTimes(8, { code: '40P01' });
    await expect(retryOnConflict(work)).rejects.toMatchObject({ code: '40P01' });
    expect(work).toHaveBeenCalledTimes(8);
  });

  it('fails at once on any other error, unless the caller names its code', async () => {
    const lockNotAvailable = { code: '55P03' };
    await expect(retryOnConflict(failingTimes(1, lockNotAvailable))).rejects.toMatchObject(lockNotAvailable);
    expect(await retryOnConflict(failingTimes(1, lockNotAvailable), ['55P03'])).toBe('stored');
  });
});
