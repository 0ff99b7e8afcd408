import type { SealedColumn } from '@sync/credentials';

/** The column of second factors. */
export const sealedTotpSecrets: SealedColumn = {
  name: 'users|totp_secret',
  read: `
    select id, totp_secret as sealed from users
    where id > $1 and totp_secret is not null and split_part(totp_secret, '.', 2) <> $2 order by id limit $3`,
  replace: `
    with free as (
      select id from users where id = any($1::uuid[]) order by id for no key update skip locked
    ), resealed as (
      update users set totp_secret = given.after
      from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, before, after) join free on free.id = given.id
      where users.id = given.id and totp_secret = given.before
      returning 1
    )
    select count(*)::int as replaced from resealed`,
  count: `
    select split_part(totp_secret, '.', 2) as "keyId", count(*)::int as values from users
    where totp_secret is not null group by 1 order by 1`,
};
