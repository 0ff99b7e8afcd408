/** Name of the data source for statements that look through whole tables: a few connections whose statements may take a minute. */
export const upkeepDataSource = 'upkeep';
