import { rigAgent } from '../front';
import type { PluginHost } from './plugin-host';
import type { Outcome, PluginRun } from './plugin-run';

/** Caches fill, and jobs that a visit starts come to their end. */
const warmUps = 3;
const looks = 3;

interface Cost {
  queries: number;
  bytes: number;
  requests: number;
  /** What names the plugin in statements, markup and addresses. */
  marks: string[];
}

/** The same pages with the plugin and without it. */
export async function compareShoppersPages(run: PluginRun): Promise<Outcome> {
  const { host, owner } = run;
  return run.withoutCron(async () => {
    // Platforms drop caches when a plugin comes or goes: it has just come for the first look, and just gone for the second.
    await host.pause(owner);
    await host.resume(owner);
    const withPlugin = await costOf(run);
    await host.pause(owner);
    const without = await costOf(run);
    await host.resume(owner);
    const differences = (['queries', 'bytes', 'requests'] as const).map((name) => `${withPlugin[name] - without[name]} ${name}`);
    const isWrong = differences.some((text) => !text.startsWith('0 ')) || withPlugin.marks.length > 0;
    const totals = `of ${withPlugin.queries} queries, ${withPlugin.bytes} bytes, ${withPlugin.requests} requests`;
    return { outcome: `${differences.join(', ')} more, ${totals}${withPlugin.marks.map((mark) => `; ${mark}`).join('')}`, isWrong };
  });
}

async function costOf({ host, owner }: PluginRun): Promise<Cost> {
  const total: Cost = { queries: 0, bytes: 0, requests: 0, marks: [] };
  // WooCommerce waits for a POST to tidy up after a plugin came or went. Until then its pages cost another number of queries.
  await fetch(host.shop.front.url, { method: 'POST', headers: { 'user-agent': rigAgent } });
  for (const path of host.shoppersPages) {
    const url = host.shop.front.url + path;
    for (let each = 0; each < warmUps; each += 1) await read(url);
    const seen: { statements: string[]; html: string }[] = [];
    for (let each = 0; each < looks; each += 1) {
      let html = '';
      const statements = await host.database.statementsDuring(async () => (html = await read(url)));
      seen.push({ statements, html });
    }
    total.queries += Math.min(...seen.map(({ statements }) => statements.length));
    total.bytes += Math.min(...seen.map(({ html }) => withoutChance(html).length));
    const requests = await requestsOf(owner, url);
    total.requests += requests.length;
    const texts = [...seen.flatMap(({ statements, html }) => [...statements, html]), ...requests];
    total.marks.push(...texts.flatMap((text) => marksIn(text, host, path)));
  }
  return { ...total, marks: [...new Set(total.marks)].slice(0, 5) };
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'user-agent': rigAgent } });
  if (!response.ok) throw new Error(`${url} responded ${response.status}`);
  return response.text();
}

/** Nonces, tokens, times and random ids of elements. */
function withoutChance(html: string): string {
  return html.replace(/[\w-]{40,}|[0-9a-f]{8,}/gi, '#').replace(/\d{4,}/g, '#');
}

function marksIn(text: string, { mark }: PluginHost, path: string): string[] {
  const at = text.search(mark);
  return at < 0 ? [] : [`${path}: ${text.slice(Math.max(0, at - 60), at + 60)}`];
}

async function requestsOf(owner: PluginRun['owner'], url: string): Promise<string[]> {
  const shopper = await owner.another('shopper');
  const requests: string[] = [];
  shopper.page.on('request', (request) => requests.push(request.url()));
  await shopper.page.goto(url, { waitUntil: 'networkidle' });
  await shopper.close();
  return requests;
}
