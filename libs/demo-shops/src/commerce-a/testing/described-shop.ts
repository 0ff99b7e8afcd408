import { shopOfATest } from '../../testing/shop-of-a-test';
import { DemoShopA, type DemoShopAOptions } from '../demo-shop-a';
import answers from '../recorded/answers.json';

export type Json = Record<string, unknown>;
export const rest = '/wp-json/wc/v3';

/** A shop for each test of a suite, with what the tests ask it. Call it inside `describe`. */
export function describedShop() {
  const { shop, begin } = shopOfATest<DemoShopAOptions, DemoShopA>(DemoShopA.start);
  const authorization = (key = shop().credentials.consumer_key, secret = shop().credentials.consumer_secret) => ({
    authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
  });
  const get = (path: string, headers: Record<string, string> = authorization()) =>
    fetch(`${shop().url}${path}`, { headers, redirect: 'manual' });
  return {
    shop,
    begin,
    authorization,
    get,
    list: async (path: string) => (await (await get(path)).json()) as Json[],
    post: (path: string, body: string) =>
      fetch(`${shop().url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  };
}

/** Same status, same body, and every header that the real shop sent. */
export async function expectLikeRecorded(response: Response, name: keyof typeof answers): Promise<void> {
  const { status, headers, body } = answers[name];
  expect(response.status).toBe(status);
  for (const header of headers) expect([...response.headers.keys()]).toContain(header.toLowerCase());
  if (body !== null) expect(await response.text()).toBe(body);
}
