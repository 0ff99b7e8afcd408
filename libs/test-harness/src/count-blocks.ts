import type { DataSource } from 'typeorm';

/** Runs statements as a DataSource and an EntityManager do, all in one transaction. */
interface CountedSession {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
  transaction<T>(work: (session: CountedSession) => Promise<T>): Promise<T>;
}

interface Explained {
  'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }];
}

/**
 * Blocks (of 8 kB) of tables and indexes that the statements of the work touch: what they cost, whatever the machine. Each statement is
 * explained first and then run. Afterwards everything is rolled back.
 */
export async function countBlocks(dataSource: DataSource, work: (session: CountedSession) => Promise<unknown>): Promise<number> {
  const runner = dataSource.createQueryRunner();
  let blocks = 0;
  const session: CountedSession = {
    query: async <T>(sql: string, parameters?: unknown[]) => {
      await runner.query('savepoint before_statement');
      const [explained] = (await runner.query(`explain (analyze, buffers, timing off, format json) ${sql}`, parameters)) as [Explained];
      const [{ Plan: plan }] = explained['QUERY PLAN'];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      await runner.query('rollback to savepoint before_statement');
      return runner.query(sql, parameters) as Promise<T>;
    },
    transaction: (inner) => inner(session),
  };
  try {
    await runner.startTransaction();
    await work(session);
    return blocks;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}
