import type { Readable } from 'node:stream';
import { PiecedBytes } from '@sync/records';

const maxBytes = 10 * 1024 * 1024;
/** Each is an event of its own: ten million pieces of a byte would keep the process from everything else until the deadline. */
const maxPieces = 65_536;

export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/** The whole body of an answer, decompressed. Rejects with ReplyTooLarge, or with what the stream fails with; what is left is not read then. */
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
