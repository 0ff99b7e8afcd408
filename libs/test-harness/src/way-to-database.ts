/** Variables by which an app finds its database. */
export interface DatabaseVariables {
  readonly DATABASE_URL: string;
  readonly DATABASE_DIRECT_URL?: string;
}

/**
 * The way of an app to a test's database. With TEST_POOLER=1 it leads through a PgBouncer with the configuration of a deployment, unless
 * the test puts something else in between.
 */
export function wayToDatabase(url: string): DatabaseVariables {
  const { TEST_POOLER_ADDRESS: pooler, TEST_TEMPLATE_DATABASE_URL: template } = process.env;
  const leadsElsewhere = !template || new URL(template).host !== new URL(url).host;
  if (!pooler || leadsElsewhere) return { DATABASE_URL: url };
  return { DATABASE_URL: Object.assign(new URL(url), { host: pooler }).href, DATABASE_DIRECT_URL: url };
}
