import { randomBytes } from 'node:crypto';
import { PiecedBytes } from './pieced-bytes';

function piecesOf(bytes: Buffer, size: number): PiecedBytes {
  const pieced = new PiecedBytes();
  for (let at = 0; at < bytes.length; at += size) pieced.add(bytes.subarray(at, at + size));
  return pieced;
}

describe('PiecedBytes', () => {
  const bytes = randomBytes(200_000);

  it.each([1, 7, 4_095, 4_096, 4_097, 65_536, 150_000, 200_000])('joins pieces of %d bytes', (size) => {
    const pieced = piecesOf(bytes, size);
    expect([pieced.length, pieced.pieces]).toEqual([bytes.length, Math.ceil(bytes.length / size)]);
    expect(pieced.whole().equals(bytes)).toBe(true);
  });

  it('is empty without pieces', () => {
    expect(new PiecedBytes().whole().length).toBe(0);
  });

  it('returns a copy that later changes to a piece do not affect', () => {
    const piece = Buffer.from('abc');
    const pieced = piecesOf(piece, 3);
    const whole = pieced.whole();
    piece.fill(0);
    expect(whole.toString()).toBe('abc');
  });

  it('uses little more memory than the bytes themselves, however small the pieces', () => {
    const before = process.memoryUsage();
    const pieced = piecesOf(randomBytes(4_194_304), 1);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    expect(pieced.length).toBe(4_194_304);
    // One Buffer per one-byte piece would take about 400 MB.
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(100_000_000);
  });
});
