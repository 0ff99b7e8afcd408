/** The column of credentials, as `resealValues` of `@sync/credentials` takes it. */
export const sealedCredentials = {
  name: 'system_connections|credentials',
  read: `
    select id, credentials as sealed from system_connections
    where id > $1 and credentials is not null and split_part(credentials, '.', 2) <> $2 order by id limit $3`,
  replace: `
    with free as (
      select id from system_connections where id = any($1::uuid[]) order by id for no key update skip locked
    ), resealed as (
      update system_connections connection set credentials = given.after
      from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, before, after) join free on free.id = given.id
      where connection.id = given.id and connection.credentials = given.before
      returning 1
    )
    select count(*)::int as replaced from resealed`,
  count: `
    select split_part(credentials, '.', 2) as "keyId", count(*)::int as values from system_connections
    where credentials is not null group by 1 order by 1`,
} as const;
