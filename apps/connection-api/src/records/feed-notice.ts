import { findFeedBlocker, slowFeedSeconds } from '@sync/record-store';
import type { DataSource } from 'typeorm';

/** For operators: how long the feed has been held up. Callers lose nothing meanwhile, so the service stays ready. */
export async function feedNotice(dataSource: DataSource): Promise<string | null> {
  const blocker = await findFeedBlocker(dataSource, slowFeedSeconds);
  return blocker && `The records feed has been held up for ${Math.round(blocker.ageSeconds)} s by a transaction that wrote records.`;
}
