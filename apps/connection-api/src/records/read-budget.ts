import { Injectable } from '@nestjs/common';
import { countRateLimited, Problem } from '@sync/service-runtime';

const mebibyte = 1024 * 1024;

/** Bytes of record text that large responses of this process hold at a time, in all and per tenant. */
export const maxHeldBytes = { inAll: 16 * mebibyte, perTenant: 4 * mebibyte };

/** Bounds the memory of large reads, and the share of one tenant, so that its readers leave room for others. */
@Injectable()
export class ReadBudget {
  private inAll = 0;
  private readonly byTenant = new Map<string, number>();

  /**
   * Returns an idempotent function that releases the bytes. The first read always gets its bytes, because one record can exceed the
   * budget. Throws Problem, 429, when there is no room.
   */
  reserve(tenant: string, bytes: number): () => void {
    const held = this.byTenant.get(tenant) ?? 0;
    if (exceeds(held, bytes, maxHeldBytes.perTenant) || exceeds(this.inAll, bytes, maxHeldBytes.inAll)) {
      countRateLimited('large-reads');
      throw new Problem('too-many-requests', 'Too many large pages of records are being read. Read fewer at a time.', {
        headers: { 'Retry-After': '2' },
      });
    }
    this.inAll += bytes;
    this.byTenant.set(tenant, held + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.release(tenant, bytes);
    };
  }

  private release(tenant: string, bytes: number): void {
    this.inAll -= bytes;
    const left = (this.byTenant.get(tenant) ?? 0) - bytes;
    if (left > 0) this.byTenant.set(tenant, left);
    else this.byTenant.delete(tenant);
  }
}

function exceeds(held: number, bytes: number, max: number): boolean {
  return held > 0 && held + bytes > max;
}
