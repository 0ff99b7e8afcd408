import type { Readable } from 'node:stream';
import { PiecedBytes } from '@sync/records';
import { Problem } from '../problems/problem';

export interface BodyLimits {
  /** Of one body. */
  maxBytes: number;
  /** Of one body. Each chunk is an event: a body sent byte by byte would starve other requests. */
  maxChunks?: number;
  /** Of all bodies in flight together. */
  maxTotalBytes?: number;
}

/**
 * Reads request bodies within a memory budget. Senders are anonymous until their body is complete, so when bodies in flight exceed the
 * budget, the oldest ones are cut off.
 */
export class IncomingBodies {
  private readonly limits: Required<BodyLimits>;
  /** Callbacks that settle each body in flight, oldest first. */
  private readonly inFlight = new Set<(problem: Problem) => void>();
  private bytes = 0;

  constructor(limits: BodyLimits) {
    this.limits = { maxChunks: 16_384, maxTotalBytes: 67_108_864, ...limits };
  }

  /** Rejects with a Problem: payload-too-large, request-timeout (cut off to free memory) or malformed-request (aborted). */
  read(stream: Readable, statedLength: string | undefined): Promise<Buffer> {
    if (Number(statedLength) > this.limits.maxBytes) return Promise.reject(Problem.of('payload-too-large'));
    return new Promise((resolve, reject) => {
      const bytes = new PiecedBytes();
      const settle = (problem: Problem | null) => {
        stream.off('data', onData).off('end', onEnd).off('error', onAbort).off('close', onAbort);
        this.inFlight.delete(settle);
        this.bytes -= bytes.length;
        if (problem) reject(problem);
        else resolve(bytes.whole());
      };
      const onData = (piece: Buffer) => {
        bytes.add(piece);
        this.bytes += piece.length;
        const problem = this.problemOf(bytes);
        if (problem) settle(problem);
        else this.freeMemory();
      };
      const onEnd = () => settle(null);
      const onAbort = () => settle(new Problem('malformed-request', 'The body was cut short.'));
      this.inFlight.add(settle);
      stream.on('data', onData).on('end', onEnd).on('error', onAbort).on('close', onAbort).resume();
    });
  }

  private problemOf({ length, pieces }: PiecedBytes): Problem | null {
    if (length > this.limits.maxBytes) return Problem.of('payload-too-large');
    if (pieces <= this.limits.maxChunks) return null;
    return new Problem('payload-too-large', `The body has more than ${this.limits.maxChunks} chunks.`);
  }

  private freeMemory(): void {
    for (const cutOldest of this.inFlight) {
      if (this.bytes <= this.limits.maxTotalBytes) return;
      cutOldest(Problem.of('request-timeout'));
    }
  }
}
