import { Injectable } from '@nestjs/common';
import { TaskDeferred } from '@sync/durable-work';
import { WorkerConfiguration } from '../configuration';

/**
 * "No tenant starves another": shops of one tenant that hang keep at most half of this worker's places, however many of them are
 * asked and whoever asked for it. What has no place gives way to what waits behind it.
 */
@Injectable()
export class TenantShare {
  private readonly taken = new Map<string, number>();
  private readonly most: number;

  constructor({ workerConcurrency }: WorkerConfiguration) {
    this.most = Math.max(1, Math.floor(workerConcurrency / 2));
  }

  /** Throws TaskDeferred when the tenant has its share already. */
  async within<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const taken = this.taken.get(tenantId) ?? 0;
    if (taken >= this.most) throw new TaskDeferred();
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
