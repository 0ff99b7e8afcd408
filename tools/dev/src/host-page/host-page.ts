import { Problem } from '@sync/service-runtime';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { encode } from 'html-entities';
import { unavailable } from '../gateway/gateway';
import { sendFile } from '../gateway/static-files';

export interface DemoShopAddress {
  /** Process name, for example `demo-shop-a`. */
  name: string;
  platform: string;
  /** Name of the shop as its owner sees it. */
  title: string;
  url: string;
}

export interface HostPageOptions {
  /** URL of the gateway, known once it listens. */
  serviceUrl: () => string;
  /** Empty with DEMO=0. */
  demoShops: readonly DemoShopAddress[];
  /** What `/about` lists, by heading. */
  about: () => Readonly<Record<string, readonly { label: string; text: string }[]>>;
}

/** Strict on purpose: it shows that the widgets work under the policy of a careful company. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const aboutPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const site = 'tools/dev/src/host-page/site';
const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const localNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** The demo host page at `/`, its files, and `/about`. */
export function hostPage({ serviceUrl, demoShops, about }: HostPageOptions): FastifyPluginAsync {
  return async (server) => {
    server.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    });
    server.get('/', (request, reply) =>
      sendFile(request, reply, { folder: site, path: 'index.html', headers: { 'content-security-policy': strictPolicy } }),
    );
    server.get<{ Params: { name: string } }>('/demo/:name', (request, reply) =>
      sendFile(request, reply, { folder: site, path: request.params.name }),
    );
    server.get('/about', (_, reply) =>
      reply.header('content-security-policy', aboutPolicy).type('text/html; charset=utf-8').send(aboutPage(about())),
    );
    server.get('/demo/shops', () => demoShops);
    server.post<{ Params: { name: string } }>('/demo/shops/:name/register', async (request, reply) => {
      const shop = demoShops.find(({ name }) => name === request.params.name);
      if (!shop || !isSameMachineAndPage(request))
        throw new Problem('not-found', 'Demo shops are available only on this machine and from this page.');
      reply.header('cache-control', 'no-store');
      return register(shop, serviceUrl());
    });
  };
}

/**
 * The control API of a demo shop accepts only this machine and no foreign origins. The gateway forwards its responses, which contain
 * tokens, so it must apply the same rule.
 */
function isSameMachineAndPage({ socket, headers: { host = '', origin } }: FastifyRequest): boolean {
  const isLocal = localAddresses.includes(socket.remoteAddress ?? '') && localNames.test(host);
  return isLocal && (origin === undefined || origin === `http://${host}`);
}

/** Makes the plugin of a demo shop register, as its owner would with a click in the shop's administration. */
async function register({ url, title }: DemoShopAddress, serviceUrl: string) {
  try {
    const response = await fetch(`${url}/__control/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service_url: serviceUrl }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new Error(`${title} responded with ${response.status}.`);
    const { connection_token, expires_at, widget_token } = (await response.json()) as Record<string, string>;
    return { connection_token, expires_at, widget_token };
  } catch {
    throw unavailable(`${title} could not be registered.`);
  }
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: .4rem 1.5rem; margin: 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .6rem; } }`;

/** Lists the addresses and running processes. An address becomes a link. */
function aboutPage(content: ReturnType<HostPageOptions['about']>): string {
  const linked = (text: string) => (/^https?:/.test(text) ? `<a href="${text}">${text}</a>` : text);
  const row = ({ label, text }: { label: string; text: string }) => `<dt>${encode(label)}</dt><dd>${linked(encode(text))}</dd>`;
  const lists = Object.entries(content).map(([heading, rows]) => `<h2>${heading}</h2>\n<dl>${rows.map(row).join('\n')}</dl>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Connection sync</title><style>${style}
</style></head>
<body>
<main>
<h1>Connection sync</h1>
<p>Connects companies with their shops and keeps customers, orders and products in sync.</p>
${lists.join('\n')}
</main>
</body>
</html>
`;
}
