import { rigAgent } from '../front';
import type { Capability, Identity } from '../shop';

export type RestRecord = Record<string, unknown> & { id: number };

/** The shop's REST interface, as its owner's other tools use it. */
export class WooCommerceRest {
  constructor(private readonly identity: Identity) {}

  /** Every record that the shop lists, by id. */
  async all(type: Capability): Promise<RestRecord[]> {
    const records: RestRecord[] = [];
    for (let page = 1; ; page += 1) {
      const rows = await this.ask<RestRecord[]>('GET', `${type}?per_page=100&page=${page}&orderby=id&order=asc`);
      records.push(...rows);
      if (rows.length < 100) return records;
    }
  }

  /** The first page. */
  list(path: string): Promise<RestRecord[]> {
    return this.ask('GET', path);
  }

  create(path: string, body: object): Promise<RestRecord> {
    return this.ask('POST', path, body);
  }

  change(path: string, id: number, body: object): Promise<RestRecord> {
    return this.ask('PUT', `${path}/${id}`, body);
  }

  /** `force`: past the trash. */
  remove(type: Capability, id: number, force: boolean): Promise<unknown> {
    return this.ask('DELETE', `${type}/${id}?force=${force}`);
  }

  private async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { base_url, credentials } = this.identity;
    const authorization = `Basic ${btoa(`${credentials.consumer_key}:${credentials.consumer_secret}`)}`;
    const headers = { authorization, 'content-type': 'application/json', 'user-agent': rigAgent };
    const response = await fetch(`${base_url}/wp-json/wc/v3/${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}
