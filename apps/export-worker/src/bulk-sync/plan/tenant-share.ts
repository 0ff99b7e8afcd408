import { Injectable } from '@nestjs/common';
import { TaskDeferred } from '@sync/durable-work';
import { WorkerConfiguration } from '../../configuration';

/**
 * Probes of one tenant take at most half of this worker's places, so a tenant whose shops all hang starves no other. A probe
 * without a place is deferred and lets the tasks behind it pass.
 */
@Injectable()
export class TenantShare {
  private readonly taken = new Map<string, number>();
  private readonly maxPerTenant: number;

  constructor({ workerConcurrency }: WorkerConfiguration) {
    this.maxPerTenant = Math.max(1, Math.floor(workerConcurrency / 2));
  }

  /** Throws TaskDeferred when the tenant has used up its share. */
  async within<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const taken = this.taken.get(tenantId) ?? 0;
    if (taken >= this.maxPerTenant) throw new TaskDeferred();
    this.taken.set(tenantId, taken + 1);
    try {
      return await work();
    } finally {
      const left = (this.taken.get(tenantId) ?? 1) - 1;
      if (left === 0) this.taken.delete(tenantId);
      else this.taken.set(tenantId, left);
    }
  }
}
