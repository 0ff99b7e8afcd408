/** The tenant may store no more records. Nothing that is stored is lost. */
export class QuotaUsedUp extends Error {
  override readonly name = 'QuotaUsedUp';
}
