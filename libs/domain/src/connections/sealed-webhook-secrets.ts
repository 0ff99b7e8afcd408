/** The column of the secrets of webhook endpoints, as `resealValues` of `@sync/secrets` takes it. */
export const sealedWebhookSecrets = {
  name: 'webhook_endpoints|secrets',
  read: `
    select id, secrets as sealed from webhook_endpoints
    where id > $1 and split_part(secrets, '.', 2) <> $2 order by id limit $3`,
  replace: `
    with free as (
      select id from webhook_endpoints where id = any($1::uuid[]) order by id for no key update skip locked
    ), resealed as (
      update webhook_endpoints endpoint set secrets = given.after
      from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, before, after) join free on free.id = given.id
      where endpoint.id = given.id and endpoint.secrets = given.before
      returning 1
    )
    select count(*)::int as replaced from resealed`,
  count: `
    select split_part(secrets, '.', 2) as "keyId", count(*)::int as values from webhook_endpoints
    group by 1 order by 1`,
} as const;
