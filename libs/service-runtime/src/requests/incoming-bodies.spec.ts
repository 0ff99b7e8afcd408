import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { IncomingBodies } from './incoming-bodies';

const bytes = (length: number) => Buffer.alloc(length, 'x');
/** The outcome of a read: bytes, or the problem. */
const outcomeOf = (reading: Promise<Buffer>): Promise<unknown> =>
  reading.then(
    (body) => body.length,
    (error: { kind: string; detail: string }) => [error.kind, error.detail],
  );
/** The outcome so far. */
const soFar = async (end: Promise<unknown>): Promise<unknown> => {
  await turn();
  await turn();
  return Promise.race([end, turn('in flight')]);
};

describe('reading one body', () => {
  const read = (stated?: string) => {
    const stream = new PassThrough();
    return { stream, reading: outcomeOf(new IncomingBodies({ maxBytes: 10, maxChunks: 4 }).read(stream, stated)) };
  };

  it('resolves once the body is complete', async () => {
    const { stream, reading } = read();
    stream.write(bytes(3));
    stream.write(bytes(7));
    expect(await soFar(reading)).toBe('in flight');
    stream.end();
    expect(await soFar(reading)).toBe(10);
  });

  it('accepts an empty body', async () => {
    const { stream, reading } = read();
    stream.end();
    expect(await soFar(reading)).toBe(0);
  });

  it('rejects a body above the limit, both by its Content-Length and by its actual size', async () => {
    const tooLarge = ['payload-too-large', 'The body is larger than this address accepts.'];
    expect(await soFar(read('11').reading)).toEqual(tooLarge);
    const { stream, reading } = read();
    stream.write(bytes(11));
    expect(await soFar(reading)).toEqual(tooLarge);
  });

  it('rejects a body with too many chunks before it ends; the maximum itself is accepted', async () => {
    const { stream, reading } = read();
    for (let pieces = 0; pieces < 4; pieces += 1) stream.write(bytes(1));
    expect(await soFar(reading)).toBe('in flight');
    stream.write(bytes(1));
    expect(await soFar(reading)).toEqual(['payload-too-large', 'The body has more than 4 chunks.']);
  });

  it.each<[string, (stream: PassThrough) => unknown]>([
    ['is aborted', (stream) => stream.destroy(new Error('aborted'))],
    ['is closed early', (stream) => stream.destroy()],
  ])('rejects a body that %s as malformed', async (_name, act) => {
    const { stream, reading } = read();
    stream.write(bytes(3));
    await turn();
    act(stream);
    expect(await soFar(reading)).toEqual(['malformed-request', 'The body was cut short.']);
  });
});

describe('bodies in flight', () => {
  let bodies: IncomingBodies;
  const begin = (length: number) => {
    const stream = new PassThrough();
    const reading = outcomeOf(bodies.read(stream, undefined));
    stream.write(bytes(length));
    return { stream, reading };
  };
  const cut = ['request-timeout', 'The request took too long to arrive.'];

  beforeEach(() => (bodies = new IncomingBodies({ maxBytes: 10, maxTotalBytes: 20 })));

  it('share a memory budget: above it the oldest body is cut off, and no more than necessary', async () => {
    const [first, second, third] = [begin(10), begin(8), begin(2)];
    expect(await soFar(first.reading)).toBe('in flight');
    third.stream.write(bytes(1));
    expect(await soFar(first.reading)).toEqual(cut);
    expect(await soFar(second.reading)).toBe('in flight');
    second.stream.end();
    third.stream.end();
    expect([await soFar(second.reading), await soFar(third.reading)]).toEqual([8, 3]);
  });

  it('return their share when they complete, are rejected, are cut off or abort', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [ended, refused, broken] = [begin(4), begin(11), begin(4)];
      ended.stream.end();
      await soFar(ended.reading);
      broken.stream.destroy();
      await soFar(broken.reading);
      expect(await soFar(refused.reading)).toMatchObject(['payload-too-large', expect.any(String)]);
    }
    const [one, other] = [begin(10), begin(10)];
    expect([await soFar(one.reading), await soFar(other.reading)]).toEqual(['in flight', 'in flight']);
    const last = begin(10);
    expect([await soFar(one.reading), await soFar(other.reading), await soFar(last.reading)]).toEqual([cut, 'in flight', 'in flight']);
  });
});
