import type { InsertQueryBuilder, QueryDeepPartialEntity } from 'typeorm';

/** Inserts a row that expires after so many seconds by the clock of Postgres. Returns when. */
export async function insertExpiring<E extends { expiresAt: Date }>(
  insert: InsertQueryBuilder<E>,
  values: QueryDeepPartialEntity<E>,
  seconds: number,
): Promise<Date> {
  const expiresAt = () => 'now() + make_interval(secs => :seconds)';
  const expiring = insert.values({ ...values, expiresAt }).setParameters({ seconds });
  const { generatedMaps } = await expiring.returning(['expiresAt']).execute();
  return (generatedMaps as [{ expiresAt: Date }])[0].expiresAt;
}
