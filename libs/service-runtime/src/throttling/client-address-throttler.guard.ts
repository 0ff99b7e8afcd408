import { Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { ExecutionContext } from '@nestjs/common';
import { Problem } from '../problems/problem';

/** Limits requests per client address. Excess requests get a problem with Retry-After in whole seconds. */
@Injectable()
export class ClientAddressThrottlerGuard extends ThrottlerGuard {
  protected override throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: { timeToBlockExpire: number },
  ): Promise<void> {
    const seconds = String(Math.max(1, Math.ceil(timeToBlockExpire)));
    throw new Problem('too-many-requests', `Too many requests from this address. Try again in ${seconds} seconds.`, {
      headers: { 'Retry-After': seconds },
    });
  }
}
