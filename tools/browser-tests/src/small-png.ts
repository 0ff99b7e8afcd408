import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** What the browser writes: eight bits for each of red, green and blue, lines from top to bottom (PNG, third edition). */
const bytesPerPixel = 3;
const colours = 256;

/** The same picture with no more than 256 colours: a third of the bytes, for pictures of user interfaces. Throws when it is another kind of PNG. */
export function smallPng(png: Buffer): Buffer {
  const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  if (depth !== 8 || kind !== 2 || png[28] !== 0) throw new Error('Only PNGs as the browser writes them are made smaller.');
  const pixels = unfiltered(inflateSync(dataOf(png)), width, height);
  const palette = mostUsed(pixels);
  const header = Buffer.from(png.subarray(16, 29));
  header[9] = 3;
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(indexed(pixels, palette, width), { level: 9, memLevel: 9 });
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** One number for each pixel. Each line was told as its difference to what is left of it and above. */
function unfiltered(raw: Buffer, width: number, height: number): Uint32Array {
  const stride = width * bytesPerPixel;
  const lines = Buffer.alloc(stride * height);
  for (let at = 0; at < lines.length; at += 1) {
    const [line, place] = [Math.floor(at / stride), at % stride];
    const left = place < bytesPerPixel ? 0 : byte(lines, at - bytesPerPixel);
    const above = line === 0 ? 0 : byte(lines, at - stride);
    const corner = line === 0 || place < bytesPerPixel ? 0 : byte(lines, at - stride - bytesPerPixel);
    const difference = byte(raw, line * (stride + 1) + 1 + place);
    lines[at] = difference + predicted(byte(raw, line * (stride + 1)), left, above, corner);
  }
  return Uint32Array.from({ length: width * height }, (_, pixel) => lines.readUIntBE(pixel * bytesPerPixel, bytesPerPixel));
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Of colours that are nearly the same, the one that is used most. */
function mostUsed(pixels: Uint32Array): number[] {
  const uses = new Map<number, number>();
  for (const colour of pixels) uses.set(colour, (uses.get(colour) ?? 0) + 1);
  const byUse = [...uses].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  if (byUse.length <= colours) return byUse;
  const alike = new Set<number>();
  return byUse.filter((colour) => alike.size !== alike.add(colour & 0xf8f8f8).size).slice(0, colours);
}

function indexed(pixels: Uint32Array, palette: readonly number[], width: number): Buffer {
  const nearest = new Map(palette.map((colour, index) => [colour, index]));
  const lines: number[] = [];
  pixels.forEach((colour, at) => {
    if (at % width === 0) lines.push(0);
    const index = nearest.get(colour) ?? nearestTo(colour, palette);
    nearest.set(colour, index);
    lines.push(index);
  });
  return Buffer.from(lines);
}

function nearestTo(colour: number, palette: readonly number[]): number {
  const distances = palette.map((other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

function byte(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0;
}
