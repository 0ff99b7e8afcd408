import { AsyncLocalStorage } from 'node:async_hooks';
import { RequestTimeouts } from '../request-timeouts';
import { ConnectionMutex } from './connection-mutex';

describe('ConnectionMutex', () => {
  let mutex: ConnectionMutex;
  let order: string[];
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    order = [];
    mutex = new ConnectionMutex(new RequestTimeouts());
  });
  afterEach(() => jest.useRealTimers());

  const quick = (name: string) => () => Promise.resolve(order.push(name));
  /** Work that runs until `end` is called. */
  function lasting(name: string) {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const work = async () => {
      order.push(`${name} begins`);
      await ended;
      order.push(`${name} ends`);
      return name;
    };
    return { work, end };
  }

  it('runs work of one connection in order and other connections in parallel', async () => {
    const first = lasting('first');
    const all = [mutex.runExclusive('a', first.work), mutex.runExclusive('a', quick('second')), mutex.runExclusive('b', quick('other'))];
    await all[2];
    expect(order).toEqual(['first begins', 'other']);
    first.end();
    expect((await Promise.all(all))[0]).toBe('first');
    expect(order).toEqual(['first begins', 'other', 'first ends', 'second']);
  });

  it('passes a failure on and continues with the next', async () => {
    const failed = mutex.runExclusive('a', () => Promise.reject(new Error('its own')));
    const next = mutex.runExclusive('a', quick('next'));
    await expect(failed).rejects.toThrow('its own');
    await next;
    expect(order).toEqual(['next']);
  });

  it('rejects with 409 after ten seconds of waiting; the holder and later waiters go on', async () => {
    const first = lasting('first');
    const holder = mutex.runExclusive('a', first.work);
    const rejected = expect(mutex.runExclusive('a', quick('second'))).rejects.toMatchObject({ status: 409 });
    await jest.advanceTimersByTimeAsync(9_000);
    const third = mutex.runExclusive('a', quick('third'));
    await jest.advanceTimersByTimeAsync(1_500);
    await rejected;
    expect(order).toEqual(['first begins']);
    first.end();
    await Promise.all([holder, third]);
    expect(order).toEqual(['first begins', 'first ends', 'third']);
  });

  it('rejects with 409 when 1,000 requests wait already', async () => {
    const first = lasting('first');
    const accepted = Array.from({ length: 1_001 }, (_, index) =>
      mutex.runExclusive<unknown>('a', index === 0 ? first.work : quick('next')),
    );
    await expect(mutex.runExclusive('a', quick('one too many'))).rejects.toMatchObject({ status: 409 });
    first.end();
    await Promise.all(accepted);
    expect(order).toHaveLength(1_002);
  });

  it('runs work in the async context of its own request', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen = await Promise.all(
      ['one', 'two'].map((id) => request.run(id, () => mutex.runExclusive('a', () => Promise.resolve(request.getStore())))),
    );
    expect(seen).toEqual(['one', 'two']);
  });
});
