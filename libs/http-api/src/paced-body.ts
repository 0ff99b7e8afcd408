import { Readable } from 'node:stream';

/** The client took too long for a chunk. */
class SlowReader extends Error {
  override readonly name = 'SlowReader';
}

const bytesPerDeadline = 1024 * 1024;

/**
 * A response body that makes its next chunk when the client has taken the one before, so that it holds one at a time. A client that takes
 * longer than the deadline for a chunk, or for each MiB of a larger one, is cut off: it would hold its memory for ever.
 */
export function pacedBody(chunks: AsyncIterable<string>, deadlineMs: number): Readable {
  let late: NodeJS.Timeout | undefined;
  async function* paced(): AsyncGenerator<Buffer, void> {
    for await (const text of chunks) {
      const chunk = Buffer.from(text);
      late = setTimeout(() => body.destroy(new SlowReader()), deadlineMs * Math.ceil(chunk.length / bytesPerDeadline));
      yield chunk;
      clearTimeout(late);
    }
  }
  // Nothing is read ahead.
  const body = Readable.from(paced(), { objectMode: false, highWaterMark: 0 });
  return body.once('close', () => clearTimeout(late));
}
