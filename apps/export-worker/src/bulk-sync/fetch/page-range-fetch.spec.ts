import { RequestSlot } from './page-range-fetch';

describe('the request slot of a fetch', () => {
  it('lets one through at a time, in the order of asking', async () => {
    const slot = new RequestSlot();
    const order: string[] = [];
    let inside = 0;
    const visit = async (name: string) => {
      const giveBack = await slot.take();
      inside += 1;
      expect(inside).toBe(1);
      order.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      giveBack();
      giveBack();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    expect(order).toEqual(['a', 'b', 'c']);
  });
});
