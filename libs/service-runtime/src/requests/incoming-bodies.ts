import type { Readable } from 'node:stream';
import { PiecedBytes } from '@sync/records';
import { Problem } from '../problems/problem';

export interface BodyBounds {
  /** Bytes of one body. */
  limit: number;
  /** Pieces of one body: each is an event of its own, and sent byte by byte a body would keep the process from all others. */
  pieces?: number;
  /** Bytes of all bodies that are arriving. */
  together?: number;
}

/**
 * Bodies that are arriving. Nobody is known before the whole of a body is there: when too much has arrived of bodies that do not end,
 * the one that began first makes room.
 */
export class IncomingBodies {
  private readonly bounds: Required<BodyBounds>;
  /** What ends each of them, in the order in which they began. */
  private readonly arriving = new Set<(problem: Problem) => void>();
  private bytes = 0;

  constructor(bounds: BodyBounds) {
    this.bounds = { pieces: 16_384, together: 67_108_864, ...bounds };
  }

  /** Rejects with a Problem of the kinds payload-too-large, request-timeout (it had to make room) or malformed-request (it broke off). */
  read(stream: Readable, statedLength: string | undefined): Promise<Buffer> {
    if (Number(statedLength) > this.bounds.limit) return Promise.reject(Problem.of('payload-too-large'));
    return new Promise((resolve, reject) => {
      const bytes = new PiecedBytes();
      const end = (problem: Problem | null) => {
        stream.off('data', onData).off('end', onEnd).off('error', onLoss).off('close', onLoss);
        this.arriving.delete(end);
        this.bytes -= bytes.length;
        if (problem) reject(problem);
        else resolve(bytes.whole());
      };
      const onData = (piece: Buffer) => {
        bytes.add(piece);
        this.bytes += piece.length;
        const problem = this.problemOf(bytes);
        if (problem) end(problem);
        else this.makeRoom();
      };
      const onEnd = () => end(null);
      const onLoss = () => end(new Problem('malformed-request', 'The body broke off.'));
      this.arriving.add(end);
      stream.on('data', onData).on('end', onEnd).on('error', onLoss).on('close', onLoss).resume();
    });
  }

  private problemOf({ length, pieces }: PiecedBytes): Problem | null {
    if (length > this.bounds.limit) return Problem.of('payload-too-large');
    if (pieces <= this.bounds.pieces) return null;
    return new Problem('payload-too-large', `The body arrives in more than ${this.bounds.pieces} pieces.`);
  }

  private makeRoom(): void {
    for (const endOldest of this.arriving) {
      if (this.bytes <= this.bounds.together) return;
      endOldest(Problem.of('request-timeout'));
    }
  }
}
