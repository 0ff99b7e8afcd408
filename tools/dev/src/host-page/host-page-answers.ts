import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { Problem, writeProblem } from '@sync/service-runtime';
import { answerJson, type OwnAnswer } from '../gateway/own-answer';
import { servedFile, type FileToServe } from '../gateway/served-file';
import { unavailable } from '../gateway/unavailable';
import { aboutPage, type AboutPageContent } from './about-page';
import { isSameMachineAndPage, RegisterDemoShop, type DemoShopAddress } from './register-demo-shop';

export interface HostPageSetting {
  /** Folder of the page's files, see host-page/site. */
  site: string;
  /** Address of the gateway, known once it listens. */
  serviceUrl: () => string;
  /** None: DEMO=0. */
  demoShops: readonly DemoShopAddress[];
  about: () => AboutPageContent;
}

/** Scripts and styles are files of this origin, and the widgets need no more than a page of a careful company allows. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const aboutPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const pageHeaders = (policy: string) => ({
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});

/** The demo host page at `/`, what it is made of, and `/about`. Rejects when a file is missing. */
export async function hostPageAnswers(setting: HostPageSetting): Promise<[path: string, OwnAnswer][]> {
  const { site, about, demoShops } = setting;
  return [
    ...(await siteFiles(site)),
    ['/about', { methods: ['GET'], answer: (_, response) => answerAbout(response, about()) }],
    ['/demo/shops', { methods: ['GET'], answer: (_, response) => answerJson(response, demoShops) }],
    ...demoShops.map((shop) => registration(shop, setting)),
  ];
}

async function siteFiles(site: string): Promise<[path: string, OwnAnswer][]> {
  const names = await readdir(site);
  return Promise.all(
    names
      .filter((name) => /\.(html|css|js)$/.test(name))
      .map(async (name) => [name === 'index.html' ? '/' : `/demo/${name}`, await servedFile(siteFile(site, name))] as [string, OwnAnswer]),
  );
}

function siteFile(site: string, name: string): FileToServe {
  const headers = name.endsWith('.html') ? pageHeaders(strictPolicy) : {};
  return { file: join(site, name), type: extname(name) as FileToServe['type'], cacheControl: 'no-cache', headers };
}

function registration(shop: DemoShopAddress, { serviceUrl }: HostPageSetting): [path: string, OwnAnswer] {
  const path = `/demo/shops/${shop.name}/register`;
  const register = new RegisterDemoShop(serviceUrl);
  const run = async (response: ServerResponse) => {
    try {
      answerJson(response, await register.run(shop));
    } catch {
      writeProblem(response, unavailable(`${shop.title} could not be registered.`));
    }
  };
  const answer: OwnAnswer['answer'] = (request, response) => {
    if (isSameMachineAndPage(request)) void run(response);
    else writeProblem(response, new Problem('not-found', 'Demo shops are for this machine and this page only.'));
  };
  return [path, { methods: ['POST'], answer }];
}

function answerAbout(response: ServerResponse, content: AboutPageContent): void {
  const html = aboutPage(content);
  const headers = { ...pageHeaders(aboutPolicy), 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(html) }).end(html);
}
