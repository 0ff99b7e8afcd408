const json = { 'content-type': 'application/json' };

/** Controls a shop from outside its process. */
export function control(
  shop: { url: string },
  action: string,
  body: unknown = {},
  headers: Record<string, string> = json,
): Promise<Response> {
  return fetch(`${shop.url}/__control/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
}
