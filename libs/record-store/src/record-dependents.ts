/** Tables whose rows belong to a connection and are deleted with it. Orders first: they link to the others. */
export const recordDependents = ['orders', 'customers', 'products'].map((table) => ({ table, key: 'id' }));
