import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { html, Html } from './html';
import { style } from './style';

export interface Page {
  title: string;
  body: Html;
  /** The address of its script, of this origin. */
  script?: string;
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
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** A script comes from a file of this origin alone, writes no HTML, and asks no other origin. */
function headersOf({ script }: Page): Record<string, string> {
  const sources = script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [...policy, ...sources].join('; '),
    'referrer-policy': 'no-referrer',
  };
}

function textOf({ title, body, script }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${styleElement} ${script === undefined ? '' : html`<script src="${script}" defer></script>`}
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
  let made: { headers: Record<string, string>; text: string } | undefined;
  const make = () => {
    const one = page();
    return { headers: headersOf(one), text: textOf(one) };
  };
  server.get(path, (_request, reply) => {
    made ??= make();
    return reply.headers(made.headers).send(made.text);
  });
}
