import { shopOfATest } from '../../testing/shop-of-a-test';
import { DemoShopB, type DemoShopBOptions } from '../demo-shop-b';
import answers from '../recorded/answers.json';

export type Json = Record<string, unknown>;

/** A shop for each test of a suite, with what the tests ask it. Call it inside `describe`. */
export function describedShop() {
  const { shop, begin } = shopOfATest<DemoShopBOptions, DemoShopB>(DemoShopB.start);
  const authorization = (key = shop().credentials.api_key) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });
  /** Of a path below /api, JSON unless it says otherwise. */
  const get = (path: string, headers: Record<string, string> = authorization(), method = 'GET') => {
    const separator = path.includes('?') ? '&' : '?';
    const format = path.includes('output_format') ? '' : `${separator}output_format=JSON`;
    return fetch(`${shop().url}/api/${path}${format}`, { headers, method, redirect: 'manual' });
  };
  const json = async (path: string) => (await (await get(path)).json()) as unknown;
  return {
    shop,
    begin,
    authorization,
    get,
    json,
    /** The records under the name of the resource; none for the platform's empty list. */
    list: async (path: string) => {
      const body = await json(path);
      return Array.isArray(body) ? [] : ((body as Record<string, Json[]>)[path.split('?')[0] ?? ''] as Json[]);
    },
    /** Code and status of a refusal. */
    refusal: async (path: string, headers?: Record<string, string>, method?: string) => {
      const response = await get(path, headers, method);
      const { errors } = (await response.json()) as { errors: { code: number; message: string }[] };
      return { status: response.status, codes: errors.map(({ code }) => code), message: errors[0]?.message ?? '' };
    },
  };
}

export const idsOf = (records: readonly Json[]) => records.map(({ id }) => id as number);

/** Same status, same content type, same body, and every header that the real shop sent. */
export async function expectLikeRecorded(response: Response, name: keyof typeof answers, storeBase = ''): Promise<void> {
  const { status, headers, contentType, body } = answers[name];
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe(contentType);
  for (const header of headers) expect([...response.headers.keys()]).toContain(header.toLowerCase());
  if (body !== null) expect(await response.text()).toBe(body.replaceAll('{store_base}', storeBase));
}
