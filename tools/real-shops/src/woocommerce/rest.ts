import type { Capability } from '../service/service';

export type RestRecord = Record<string, unknown> & { id: number };

/** Of the rig's own requests, which the measurements leave out. */
export const rigAgent = 'real-shops';

/** The shop's REST interface, as its owner's other tools use it. */
export class WooCommerceRest {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly url: string,
    { consumer_key, consumer_secret }: Record<string, string>,
  ) {
    const authorization = `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`;
    this.headers = { authorization, 'content-type': 'application/json', 'user-agent': rigAgent };
  }

  /** Every record that the shop lists, by id. */
  async all(type: Capability): Promise<RestRecord[]> {
    const records: RestRecord[] = [];
    for (let page = 1; ; page += 1) {
      const rows = await this.ask<RestRecord[]>('GET', `${type}?per_page=100&page=${page}&orderby=id&order=asc`);
      records.push(...rows);
      if (rows.length < 100) return records;
    }
  }

  async create(path: string, body: object): Promise<RestRecord> {
    return this.ask('POST', path, body);
  }

  async change(type: Capability, id: number, body: object): Promise<RestRecord> {
    return this.ask('PUT', `${type}/${id}`, body);
  }

  /** `force`: past the trash. */
  async remove(type: Capability, id: number, force: boolean): Promise<unknown> {
    return this.ask('DELETE', `${type}/${id}?force=${force}`);
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = { method, headers: this.headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${this.url}/wp-json/wc/v3/${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}
