import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { html, Html } from './html';
import { style } from './style';

interface Page {
  title: string;
  body: Html;
}

/** Not in a template: formatting would change what its hash covers. */
const styleElement = new Html(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** One request per page, no script. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
};

function textOf({ title, body }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${body}
      </body>
    </html> `.text;
}

/** Serves the page, which is made when it is first asked for: routes are registered after this call. */
export function servePage(app: NestFastifyApplication, path: string, page: () => Page): void {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  let text: string | undefined;
  server.get(path, (_request, reply) => reply.headers(headers).send((text ??= textOf(page()))));
}
