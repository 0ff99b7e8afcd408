import { follow, type FollowOptions, type FollowedItem } from './follow';
import { listOf, type ListOf } from './list';
import type { QueryOf } from './routes';
import type { RecordType } from './record-types';
import type { CallOptions, Transport } from './transport';

/** `/api/records`: the feed. */
export class Records {
  constructor(private readonly transport: Transport) {}

  /** What can be read now. Keep `next_cursor` of the last of `pages()`, and start there next time. */
  list<Type extends RecordType>(
    type: Type,
    query?: QueryOf<`GET /api/records/${Type}`>,
    options: CallOptions = {},
  ): ListOf<`GET /api/records/${Type}`> {
    return listOf(this.transport, `GET /api/records/${type}`, { query }, options);
  }

  /**
   * Every change from the cursor on, then each new one as it comes. It ends when `signal` aborts, and only then: outages are waited for. Keep the
   * `cursor` of what you have processed: started with it again, you miss and repeat nothing. Throws what waiting does not heal, such as 401.
   */
  follow<Type extends RecordType>(type: Type, options: FollowOptions = {}): AsyncGenerator<FollowedItem<Type>, void, undefined> {
    return follow(this.transport, type, options);
  }
}
