import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { Problem, writeProblem } from '@sync/service-runtime';
import { sendJson, type LocalRoute } from '../gateway/local-route';
import { servedFile, type FileToServe } from '../gateway/served-file';
import { unavailable } from '../gateway/unavailable';
import { aboutPage, type AboutPageContent } from './about-page';
import { isSameMachineAndPage, RegisterDemoShop, type DemoShopAddress } from './register-demo-shop';

export interface HostPageOptions {
  /** Folder of the page's files: host-page/site. */
  site: string;
  /** URL of the gateway, known once it listens. */
  serviceUrl: () => string;
  /** Empty with DEMO=0. */
  demoShops: readonly DemoShopAddress[];
  about: () => AboutPageContent;
}

/** Strict on purpose: it shows that the widgets work under the policy of a careful company. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const aboutPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const pageHeaders = (policy: string) => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});

/** The demo host page at `/`, its files, and `/about`. Rejects if a file is missing. */
export async function hostPageRoutes(options: HostPageOptions): Promise<[path: string, LocalRoute][]> {
  const { site, about, demoShops } = options;
  return [
    ...(await siteFiles(site)),
    ['/about', { methods: ['GET'], respond: (_, response) => sendAbout(response, about()) }],
    ['/demo/shops', { methods: ['GET'], respond: (_, response) => sendJson(response, demoShops) }],
    ...demoShops.map((shop) => registration(shop, options)),
  ];
}

async function siteFiles(site: string): Promise<[path: string, LocalRoute][]> {
  const names = await readdir(site);
  return Promise.all(
    names
      .filter((name) => /\.(html|css|js)$/.test(name))
      .map(async (name) => [name === 'index.html' ? '/' : `/demo/${name}`, await servedFile(siteFile(site, name))] as [string, LocalRoute]),
  );
}

function siteFile(site: string, name: string): FileToServe {
  const headers = name.endsWith('.html') ? pageHeaders(strictPolicy) : {};
  return { file: join(site, name), type: extname(name) as FileToServe['type'], cacheControl: 'no-cache', headers };
}

function registration(shop: DemoShopAddress, { serviceUrl }: HostPageOptions): [path: string, LocalRoute] {
  const path = `/demo/shops/${shop.name}/register`;
  const register = new RegisterDemoShop(serviceUrl);
  const run = async (response: ServerResponse) => {
    try {
      sendJson(response, await register.run(shop));
    } catch {
      writeProblem(response, unavailable(`${shop.title} could not be registered.`));
    }
  };
  const respond: LocalRoute['respond'] = (request, response) => {
    if (isSameMachineAndPage(request)) void run(response);
    else writeProblem(response, new Problem('not-found', 'Demo shops are available only on this machine and from this page.'));
  };
  return [path, { methods: ['POST'], respond }];
}

function sendAbout(response: ServerResponse, content: AboutPageContent): void {
  const html = aboutPage(content);
  const headers = { ...pageHeaders(aboutPolicy), 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(html) }).end(html);
}
