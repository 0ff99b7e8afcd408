import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { smallPng } from './small-png';

const chunk = (name: string, data: Buffer) => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])));
  return Buffer.concat([length, Buffer.from(name), data, sum]);
};
const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A picture of eight bits for each of red, green and blue, whose lines are told by these filters. */
function png(lines: readonly (readonly number[])[], filters: readonly number[], kind = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((lines[0]?.length ?? 0) / 3);
  header.writeUInt32BE(lines.length, 4);
  header.set([8, kind], 8);
  const told = lines.flatMap((line, y) => [
    filters[y] ?? 0,
    ...line.map((value, x) => {
      const [left = 0, above = 0, corner = 0] = [line[x - 3], lines[y - 1]?.[x], lines[y - 1]?.[x - 3]];
      const nearest = [left, above, corner].map((one) => Math.abs(left + above - corner - one));
      const paeth = [left, above, corner][nearest.indexOf(Math.min(...nearest))] ?? 0;
      return (value - ([0, left, above, (left + above) >> 1, paeth][filters[y] ?? 0] ?? 0)) & 255;
    }),
  ]);
  // In two parts, as encoders may write it.
  const data = deflateSync(Buffer.from(told));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data.subarray(0, 9)),
    chunk('IDAT', data.subarray(9)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Red, green and blue of each pixel, of a picture with a palette and without filters. */
function shown(small: Buffer): number[][] {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < small.length;) {
    const length = small.readUInt32BE(at);
    const name = small.toString('latin1', at + 4, at + 8);
    expect(small.readUInt32BE(at + 8 + length)).toBe(crc32(small.subarray(at + 4, at + 8 + length)));
    parts.set(name, small.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  expect([...parts.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const [header, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => parts.get(name) ?? Buffer.alloc(0)) as [Buffer, Buffer, Buffer];
  expect([header[8], header[9]]).toEqual([8, 3]);
  const raw = inflateSync(data);
  const width = header.readUInt32BE(0);
  return Array.from({ length: header.readUInt32BE(4) }, (_, y) => {
    expect(raw[y * (width + 1)]).toBe(0);
    return [...raw.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))].flatMap((index) => [
      ...palette.subarray(index * 3, index * 3 + 3),
    ]);
  });
}

describe('a small PNG', () => {
  const lines = Array.from({ length: 10 }, (_, y) => Array.from({ length: 24 }, (__, x) => (x * 37 + y * 91 + x * y) % 256));

  it('shows the same pixels, whatever filters the lines were told by', () => {
    expect(shown(smallPng(png(lines, [0, 1, 2, 3, 4, 4, 3, 2, 1, 0])))).toEqual(lines);
    expect(shown(smallPng(png(lines, [4, 3, 2, 1, 0, 1, 2, 3, 4, 4])))).toEqual(lines);
  });

  it('with more than 256 colours shows each as one that is nearly the same', () => {
    const many = Array.from({ length: 40 }, (_, y) =>
      Array.from({ length: 40 * 3 }, (__, x) => (x % 3 === 0 ? 200 : x % 3 === 1 ? 100 + y : 20 + Math.floor(x / 3))),
    );
    const small = shown(smallPng(png(many, [])));
    expect(
      new Set(small.flatMap((line) => line.flatMap((_, x) => (x % 3 === 0 ? [line.slice(x, x + 3).join()] : [])))).size,
    ).toBeLessThanOrEqual(256);
    small.forEach((line, y) => line.forEach((value, x) => expect(Math.abs(value - (many[y]?.[x] ?? 0))).toBeLessThan(16)));
  });

  it('is made of what the browser writes, and of nothing else', () => {
    expect(() => smallPng(png(lines, [], 6))).toThrow('Only PNGs as the browser writes them');
  });
});
