import { Injectable } from '@nestjs/common';
import { Admission, postponeDeadline } from '@sync/http-api';
import { TokenHolders } from '@sync/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordUseNow } from '../access/handle-requests-of-tokens';
import { FeedChanges } from './feed-changes';
import type { Wake } from './waiting-readers';

/** What a search found. */
export interface Found {
  body: Buffer;
  /** Whether there was nothing to read. */
  isEmpty: boolean;
  /** It saw every change below it. */
  horizon: string;
  /** Whether the body is all that there is to read. */
  isWhole: boolean;
}

/** A request that may wait. */
export interface WaitingRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whose changes it waits for. */
  tenant: string;
  seconds: number;
  /** Requests of one key read the same. */
  key: string;
}

/** Who may read records: what the controller of the feed requires, too. */
export const access = { group: 'records', statuses: ['active'] } as const;

/** Lets requests wait until there is something to read. They hold no connection to Postgres meanwhile, and cause no query. */
@Injectable()
export class WaitForRecords {
  /** Searches that run now, by key. */
  private readonly running = new Map<string, Promise<Found>>();

  constructor(
    private readonly changes: FeedChanges,
    private readonly admission: Admission,
    private readonly holders: TokenHolders,
  ) {}

  /**
   * Searches at once, and again after each change of the tenant, until something is found or the time is over. Requests that read the
   * same at the same time share a search. Throws what `find` throws, Problem when too many requests wait, and what refuses the request
   * once its token or connection has changed.
   */
  async until({ request, reply, tenant, seconds, key }: WaitingRequest, find: (wake: Wake | null) => Promise<Found>): Promise<Found> {
    const end = performance.now() + seconds * 1_000;
    const reader = this.changes.enter(tenant);
    reply.raw.once('close', () => reader.end());
    postponeDeadline(request, seconds * 1_000);
    try {
      let found = await this.shared(key, () => find(null));
      if (found.isEmpty) await recordUseNow(this.holders, request);
      while (found.isEmpty) {
        this.changes.watchFrom(tenant, found.horizon);
        const wake = await reader.next(end - performance.now());
        if (!wake) return found;
        await wake.once(`token ${String(request.headers.authorization)}`, () => this.admission.admit(request, access));
        found = await wake.once(key, () => find(wake));
      }
      return found;
    } finally {
      reader.leave();
    }
  }

  private shared(key: string, find: () => Promise<Found>): Promise<Found> {
    const running = this.running.get(key);
    if (running) return running;
    const search = find().finally(() => this.running.delete(key));
    this.running.set(key, search);
    return search;
  }
}
