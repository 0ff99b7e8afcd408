import { RequestTimeouts } from '../request-timeouts';
import { ConnectionTurns } from './connection-turns';

const order: string[] = [];
/** Work that lasts until it is ended. */
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
const quick = (name: string) => async () => void order.push(name);
/** So that what is due by then has happened. */
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('requests that change one connection take turns', () => {
  let turns: ConnectionTurns;
  beforeEach(() => {
    jest.useFakeTimers();
    order.splice(0);
    turns = new ConnectionTurns(new RequestTimeouts());
  });
  afterEach(() => jest.useRealTimers());

  it('in the order in which they came, and those of another connection beside them', async () => {
    const first = lasting('first');
    const all = [turns.take('a', first.work), turns.take('a', quick('second')), turns.take('b', quick('other'))];
    await pass(1_000);
    expect(order).toEqual(['first begins', 'other']);
    first.end();
    expect(await Promise.all(all)).toEqual(['first', undefined, undefined]);
    expect(order).toEqual(['first begins', 'other', 'first ends', 'second']);
  });

  it('the failure of one is its own', async () => {
    const failed = turns.take('a', () => Promise.reject(new Error('its own')));
    const next = turns.take('a', quick('next'));
    await expect(failed).rejects.toThrow('its own');
    await next;
    expect(order).toEqual(['next']);
  });

  it('who waits for ten seconds gets 409, while the one before goes on, and the one behind comes after that', async () => {
    const first = lasting('first');
    const begun = turns.take('a', first.work);
    const refused = expect(turns.take('a', quick('second'))).rejects.toMatchObject({ status: 409 });
    await pass(9_000);
    const third = turns.take('a', quick('third'));
    await pass(1_500);
    await refused;
    expect(order).toEqual(['first begins']);
    first.end();
    await Promise.all([begun, third]);
    expect(order).toEqual(['first begins', 'first ends', 'third']);
  });
});
