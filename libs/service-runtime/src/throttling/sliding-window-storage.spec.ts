import { SlidingWindowStorage } from './sliding-window-storage';

describe('requests counted in this process', () => {
  let seconds: number;
  let storage: SlidingWindowStorage;
  beforeEach(() => {
    seconds = 0;
    storage = new SlidingWindowStorage(() => seconds * 1_000);
  });

  const ask = async (at: number, client = 'one') => {
    seconds = at;
    const { isBlocked, timeToBlockExpire } = await storage.increment(client, 60_000, 3);
    return isBlocked ? timeToBlockExpire : 'accepted';
  };

  it('at most the limit is accepted within any window; the next one as soon as the oldest leaves it', async () => {
    expect([await ask(0), await ask(20), await ask(40)]).toEqual(['accepted', 'accepted', 'accepted']);
    expect([await ask(41), await ask(59.5)]).toEqual([19, 1]);
    expect([await ask(60), await ask(61), await ask(80), await ask(81)]).toEqual(['accepted', 19, 'accepted', 19]);
  });

  it('refused requests do not count: a client that keeps asking is served when the oldest accepted one leaves', async () => {
    for (const at of [0, 1, 2]) await ask(at);
    for (let at = 3; at < 60; at += 1) expect(await ask(at)).toBe(60 - at);
    expect([await ask(60), await ask(60.5), await ask(61), await ask(62)]).toEqual(['accepted', 1, 'accepted', 'accepted']);
  });

  it('counts each client for itself', async () => {
    for (const at of [0, 1, 2]) await ask(at);
    expect([await ask(3), await ask(3, 'another')]).toEqual([57, 'accepted']);
  });
});
