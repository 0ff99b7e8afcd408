import type { Readable } from 'node:stream';
import { PiecedBytes } from '@sync/records';

const maxBytes = 10 * 1024 * 1024;
/** Each piece is an event: ten million one-byte pieces would block the process until the deadline. */
const maxPieces = 65_536;

export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/** Reads a whole decompressed body. Rejects with ReplyTooLarge or the stream's error, and stops reading then. */
export function readReply(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new PiecedBytes();
    stream.on('data', (piece: Buffer) => {
      bytes.add(piece);
      if (bytes.length <= maxBytes && bytes.pieces <= maxPieces) return;
      stream.destroy();
      reject(new ReplyTooLarge());
    });
    stream.on('end', () => resolve(bytes.whole())).on('error', reject);
  });
}
