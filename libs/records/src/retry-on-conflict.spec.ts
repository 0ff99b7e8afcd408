import { retryOnConflict } from './retry-on-conflict';

/** Fails as often as told, then succeeds. */
function failing(times: number, code: unknown) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    work: async () => {
      attempts += 1;
      if (attempts <= times) throw Object.assign(new Error('conflict'), { code });
      return 'done';
    },
  };
}

describe('retryOnConflict', () => {
  it.each(['40P01', '40001'])('retries after a conflict (%s) until the work succeeds', async (code) => {
    const { work, attempts } = failing(3, code);
    expect(await retryOnConflict(work)).toBe('done');
    expect(attempts()).toBe(4);
  });

  it('gives up after six attempts and rethrows the conflict', async () => {
    const { work, attempts } = failing(Infinity, '40P01');
    await expect(retryOnConflict(work)).rejects.toMatchObject({ code: '40P01' });
    expect(attempts()).toBe(6);
  });

  it.each(['23505', undefined, 40001])('rethrows an error with code %p at once', async (code) => {
    const { work, attempts } = failing(1, code);
    await expect(retryOnConflict(work)).rejects.toThrow('conflict');
    expect(attempts()).toBe(1);
  });

  it('retries the codes that the caller names', async () => {
    expect(await retryOnConflict(failing(1, '55P03').work, ['55P03'])).toBe('done');
  });
});
