import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { IncomingBodies } from './incoming-bodies';

const bytes = (length: number) => Buffer.alloc(length, 'x');
/** How a reading ends. */
const endOf = (reading: Promise<Buffer>): Promise<unknown> =>
  reading.then(
    (body) => body.length,
    (error: { kind: string; detail: string }) => [error.kind, error.detail],
  );
/** Or that it has not ended. */
const outcome = async (end: Promise<unknown>): Promise<unknown> => {
  await turn();
  await turn();
  return Promise.race([end, turn('arriving')]);
};

describe('a body', () => {
  const read = (stated?: string) => {
    const stream = new PassThrough();
    return { stream, reading: endOf(new IncomingBodies({ limit: 10, pieces: 4 }).read(stream, stated)) };
  };

  it('is there when it has ended', async () => {
    const { stream, reading } = read();
    stream.write(bytes(3));
    stream.write(bytes(7));
    expect(await outcome(reading)).toBe('arriving');
    stream.end();
    expect(await outcome(reading)).toBe(10);
  });

  it('may be empty', async () => {
    const { stream, reading } = read();
    stream.end();
    expect(await outcome(reading)).toBe(0);
  });

  it('that is larger than the limit is refused when it says so, and when it turns out', async () => {
    const tooLarge = ['payload-too-large', 'The body is larger than this address takes.'];
    expect(await outcome(read('11').reading)).toEqual(tooLarge);
    const { stream, reading } = read();
    stream.write(bytes(11));
    expect(await outcome(reading)).toEqual(tooLarge);
  });

  it('in more pieces than are taken is refused before it has ended, and its last piece is not one too many', async () => {
    const { stream, reading } = read();
    for (let pieces = 0; pieces < 4; pieces += 1) stream.write(bytes(1));
    expect(await outcome(reading)).toBe('arriving');
    stream.write(bytes(1));
    expect(await outcome(reading)).toEqual(['payload-too-large', 'The body arrives in more than 4 pieces.']);
  });

  it.each<[string, (stream: PassThrough) => unknown]>([
    ['breaks off', (stream) => stream.destroy(new Error('aborted'))],
    ['is given up', (stream) => stream.destroy()],
  ])('that %s is malformed', async (_name, act) => {
    const { stream, reading } = read();
    stream.write(bytes(3));
    await turn();
    act(stream);
    expect(await outcome(reading)).toEqual(['malformed-request', 'The body broke off.']);
  });
});

describe('bodies that are arriving', () => {
  let bodies: IncomingBodies;
  const begin = (length: number) => {
    const stream = new PassThrough();
    const reading = endOf(bodies.read(stream, undefined));
    stream.write(bytes(length));
    return { stream, reading };
  };
  const cut = ['request-timeout', 'The request took too long to arrive.'];

  beforeEach(() => (bodies = new IncomingBodies({ limit: 10, together: 20 })));

  it('have so much room together: beyond it the one that began first is cut, and only as many as need be', async () => {
    const [first, second, third] = [begin(10), begin(8), begin(2)];
    expect(await outcome(first.reading)).toBe('arriving');
    third.stream.write(bytes(1));
    expect(await outcome(first.reading)).toEqual(cut);
    expect(await outcome(second.reading)).toBe('arriving');
    second.stream.end();
    third.stream.end();
    expect([await outcome(second.reading), await outcome(third.reading)]).toEqual([8, 3]);
  });

  it('leave their room when they end, are refused, are cut or break off', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [ended, refused, broken] = [begin(4), begin(11), begin(4)];
      ended.stream.end();
      await outcome(ended.reading);
      broken.stream.destroy();
      await outcome(broken.reading);
      expect(await outcome(refused.reading)).toMatchObject(['payload-too-large', expect.any(String)]);
    }
    const [one, other] = [begin(10), begin(10)];
    expect([await outcome(one.reading), await outcome(other.reading)]).toEqual(['arriving', 'arriving']);
    const last = begin(10);
    expect([await outcome(one.reading), await outcome(other.reading), await outcome(last.reading)]).toEqual([cut, 'arriving', 'arriving']);
  });
});
