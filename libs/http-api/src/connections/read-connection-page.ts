import type { SystemConnection } from '@sync/domain';
import type { SelectQueryBuilder } from 'typeorm';
import { readCursor, uuidShape, writeCursor } from '../paging/cursor';
import { pageOf, type Page } from '../paging/page';

/**
 * One page of the connections that the query selects as `connection`, oldest first. Ids are immutable and grow with time, so paging is
 * stable while rows change. `list`: the name in its cursors. Throws Problem for a cursor of another list.
 */
export async function readConnectionPage(
  query: SelectQueryBuilder<SystemConnection>,
  list: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<SystemConnection>> {
  if (cursor !== undefined) query.andWhere('connection.id > :after', { after: readCursor(list, cursor, uuidShape)[0] });
  const rows = await query
    .orderBy('connection.id')
    .limit(limit + 1)
    .getMany();
  return pageOf(
    rows,
    limit,
    ({ id }) => writeCursor(list, id),
    (connection) => connection,
  );
}
