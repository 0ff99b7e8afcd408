import { byteSize } from '@sync/records';

/** The tenant may store no more records. Nothing that is stored is lost. The message is for a person and safe to show. */
export class QuotaUsedUp extends Error {
  constructor(quotaBytes: number) {
    super(
      `The quota of ${byteSize(quotaBytes)} for stored records is used up. Uninstall shops that are no longer needed, or ask for a larger quota.`,
    );
    this.name = 'QuotaUsedUp';
  }
}
