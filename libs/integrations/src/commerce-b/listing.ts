import type { ExportRequest, IntegrationConnection } from '@sync/integration-contract';
import { isTooMuchAtOnce } from './at-once-or-in-pieces';
import { isUnknownField } from './refusal';
import type { Webservice } from './webservice';

/** One unpaginated list: the only way to learn how many rows there are, which, and which of them have changed. */
export class Listing {
  constructor(private readonly webservice: Webservice) {}

  /**
   * Every row with its id, of customers also `deleted`, and for a delta `date_upd`. A version that refuses one of the fields gives
   * ids alone. Null: the shop cannot list all its rows at once.
   */
  async of(connection: IntegrationConnection, { capability, modifiedAfter, content }: ExportRequest): Promise<unknown[] | null> {
    const isDelta = modifiedAfter !== null && content !== 'ids';
    const fields = ['id', ...(capability === 'customers' ? ['deleted'] : []), ...(isDelta ? ['date_upd'] : [])];
    const list = async (parameters: Readonly<Record<string, string>>): Promise<unknown[] | null> => {
      try {
        return await this.webservice.rows(connection, { resource: capability, parameters, what: `the list of all ${capability}` });
      } catch (error) {
        if (isTooMuchAtOnce(error) || isUnknownField(error)) return null;
        throw error;
      }
    };
    return (fields.length > 1 ? await list({ display: `[${fields.join(',')}]` }) : null) ?? (await list({}));
  }
}
