import type { ServerResponse } from 'node:http';

/** One answer of the shop, before any fault spoils it. */
export interface ShopAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

const common = {
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
};
export const notCached = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
};

/** JSON as PHP writes it: ASCII only, slashes escaped. */
export function phpJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, escaped);
}

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): ShopAnswer {
  return { status, headers: { ...common, ...headers }, body: Buffer.from(phpJson(value)) };
}

/** The platform's list answer: the body was serialised before, the headers tell the totals. */
export function listAnswer(body: Buffer, headers: Record<string, string>): ShopAnswer {
  return { status: 200, headers: { ...common, ...headers, Allow: 'GET, POST', ...notCached }, body };
}

export function errorAnswer(
  status: number,
  code: string,
  message: string,
  data: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return jsonAnswer(status, { code, message, data: { status, ...data } }, { ...headers, ...notCached });
}

export function invalidParameter(name: string, message: string, code: string): ShopAnswer {
  const details = { [name]: { code, message, data: null } };
  return errorAnswer(
    400,
    'rest_invalid_param',
    `Invalid parameter(s): ${name}`,
    { params: { [name]: message }, details },
    { Allow: 'GET, POST' },
  );
}

export const noRoute = () => errorAnswer(404, 'rest_no_route', 'No route was found matching the URL and request method.');

/** What a plugin with a bug, a captcha or plain permalinks put in place of JSON. */
export function htmlAnswer(status: number, title: string): ShopAnswer {
  const body = `<!DOCTYPE html>\n<html lang="en-US">\n<head>\n\t<meta charset="UTF-8" />\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body: Buffer.from(body) };
}

/** HEAD gives the same headers without a body. */
export function send(response: ServerResponse, answer: ShopAnswer, withBody: boolean): void {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.body.length) });
  response.end(withBody ? answer.body : undefined);
}
