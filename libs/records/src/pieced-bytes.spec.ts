import { randomBytes } from 'node:crypto';
import { PiecedBytes } from './pieced-bytes';

function piecesOf(bytes: Buffer, size: number): PiecedBytes {
  const pieced = new PiecedBytes();
  for (let at = 0; at < bytes.length; at += size) pieced.add(bytes.subarray(at, at + size));
  return pieced;
}

describe('bytes that arrive in pieces', () => {
  const bytes = randomBytes(200_000);

  it.each([1, 7, 4_095, 4_096, 4_097, 65_536, 150_000, 200_000])('are the same whole in pieces of %d', (size) => {
    const pieced = piecesOf(bytes, size);
    expect([pieced.length, pieced.pieces]).toEqual([bytes.length, Math.ceil(bytes.length / size)]);
    expect(pieced.whole().equals(bytes)).toBe(true);
  });

  it('may be none', () => {
    expect(new PiecedBytes().whole().length).toBe(0);
  });

  it('are a copy: what becomes of the pieces changes nothing', () => {
    const piece = Buffer.from('abc');
    const pieced = piecesOf(piece, 3);
    const whole = pieced.whole();
    piece.fill(0);
    expect(whole.toString()).toBe('abc');
  });

  it('need little more memory than they are long, however small the pieces are', () => {
    const before = process.memoryUsage();
    const pieced = piecesOf(randomBytes(4_194_304), 1);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    expect(pieced.length).toBe(4_194_304);
    // A piece kept as it came takes about a hundred bytes of the heap: 400 MB.
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(100_000_000);
  });
});
