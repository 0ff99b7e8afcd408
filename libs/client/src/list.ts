import type { QueryOf, ResponseOf, Route } from './routes';
import type { CallOptions, Transport } from './transport';

interface AnyPage<Item> {
  data: readonly Item[];
  next_cursor: string | null;
  has_more?: boolean;
}

export type PageOf<R extends Route> = ResponseOf<R>;
export type ItemOf<R extends Route> = ResponseOf<R> extends { data: readonly (infer Item)[] } ? Item : never;

/** A list that asks for its pages while you read. `limit` in the query is the size of a page. */
export interface List<Item, Page> extends AsyncIterable<Item> {
  /** One page: the first, or that of the `cursor` in the query. */
  page(): Promise<Page>;
  /** Page by page, for those who keep the cursor. */
  pages(): AsyncIterable<Page>;
}

export type ListOf<R extends Route> = List<ItemOf<R>, PageOf<R>>;

export interface ListRequest<R extends Route> {
  path?: readonly string[];
  query: QueryOf<R> | undefined;
}

class CursorList<Item, Page extends AnyPage<Item>> implements List<Item, Page> {
  constructor(private readonly ask: (cursor: string | null) => Promise<Page>) {}

  page(): Promise<Page> {
    return this.ask(null);
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let cursor: string | null = null; ;) {
      const page: Page = await this.ask(cursor);
      yield page;
      // The feed has a cursor on its last page, too.
      if (page.next_cursor === null || page.has_more === false) return;
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

export function listOf<R extends Route>(transport: Transport, route: R, request: ListRequest<R>, options: CallOptions): ListOf<R> {
  return new CursorList((cursor) => {
    const query = cursor === null ? request.query : { ...request.query, cursor };
    return transport.json(route, { ...request, query: query ?? {} }, options) as Promise<PageOf<R> & AnyPage<ItemOf<R>>>;
  });
}
