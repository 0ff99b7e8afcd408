/** SQL with which the values of a sealed column are sealed with another key: see `SealedColumn` of `@sync/credentials`. */
export function sealedStatements(table: string, column: string) {
  const keyId = `split_part(${column}, '.', 2)`;
  return {
    read: `
    select id, ${column} as sealed from ${table}
    where id > $1 and ${column} is not null and ${keyId} <> $2 order by id limit $3`,
    replace: `
    with free as (
      select id from ${table} where id = any($1::uuid[]) order by id for no key update skip locked
    ), resealed as (
      update ${table} stored set ${column} = given.after
      from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, before, after) join free on free.id = given.id
      where stored.id = given.id and stored.${column} = given.before
      returning 1
    )
    select count(*)::int as replaced from resealed`,
    count: `
    select ${keyId} as "keyId", count(*)::int as values from ${table}
    where ${column} is not null group by 1 order by 1`,
  };
}
