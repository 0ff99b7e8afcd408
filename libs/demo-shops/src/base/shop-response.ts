import type { ServerResponse } from 'node:http';

/** One response of a shop, before any fault spoils it. */
export interface ShopResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** The page that a captcha, a web server or a wrong address puts in place of JSON. */
export function htmlResponse(status: number, title: string): ShopResponse {
  const body = `<!DOCTYPE html>\n<html lang="en-US">\n<head>\n\t<meta charset="UTF-8" />\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body: Buffer.from(body) };
}

/** A response to HEAD has the same headers and no body. */
export function send(response: ServerResponse, { status, headers, body }: ShopResponse, withBody = true): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(body.length) });
  response.end(withBody ? body : undefined);
}
