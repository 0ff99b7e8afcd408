import { Script } from 'node:vm';
import type { HostDocument } from './host-site';
import { Visitor } from './visitor';
import type { WidgetTests } from './widget-tests';

/** Opens a page of the site. `prepare` runs before. */
export type Open = (document: HostDocument, prepare?: (visitor: Visitor) => Promise<unknown>) => Promise<Visitor>;
/** Puts a block into a page of a site, and rejects when what the block is for cannot be seen. */
export type Look = (code: string, open: Open) => Promise<unknown>;

const below = '<p id="below">Below</p>';
const atOnce = 3;

/** Resolves when the effect is seen, the pages have thrown no error, and show what is below the block. */
async function see(tests: WidgetTests, look: Look, code: string, patienceMs: number): Promise<void> {
  const opened: Visitor[] = [];
  try {
    await look(code, async (document, prepare) => {
      const visitor = await Visitor.with(tests.browser);
      opened.push(visitor);
      visitor.page.setDefaultTimeout(patienceMs);
      await prepare?.(visitor);
      await visitor.page.goto(tests.site.page(document), { waitUntil: 'commit' });
      return visitor;
    });
    const errors = opened.flatMap((visitor) => visitor.errors);
    // Within an element that is not closed, a widget hides it.
    for (const { page } of opened)
      if ((await page.locator('#below').count()) > 0 && (await page.locator('#below').isHidden()))
        errors.push('What is below the block is hidden.');
    if (errors.length > 0) throw new Error(errors.join('\n'));
  } finally {
    await Promise.all(opened.map((visitor) => visitor.close()));
  }
}

/** Sees the block's effect, and returns those of the changed blocks whose effect is the same. */
export async function survivorsOf(tests: WidgetTests, look: Look, code: string, changes: readonly string[]): Promise<string[]> {
  const started = Date.now();
  await see(tests, look, code, 60_000);
  const patienceMs = 500 + 2 * (Date.now() - started);
  const [left, survivors]: [string[], string[]] = [[...changes], []];
  const next = async () => {
    for (let changed = left.pop(); changed !== undefined; changed = left.pop()) {
      const given = changed;
      await see(tests, look, given, patienceMs).then(
        () => survivors.push(given),
        () => undefined,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return survivors;
}

/** The markup without each of its tags, attributes and words of scripts. */
export function withoutEachPart(markup: string): string[] {
  const parts = [...markup.matchAll(/<\/?[\w-]+>?|[\w-]+="[^"]*"|\/?>|[^\s<>]+/g)];
  return parts.map(({ index, 0: part }) => markup.slice(0, index) + markup.slice(index + part.length));
}

/** Whether a browser would run any of it. */
export function isReadable(script: string): boolean {
  try {
    return Boolean(new Script(script));
  } catch {
    return false;
  }
}

/** Opens a page that goes on below the block. The scripts of the widgets come late, when the reader has the whole page: after `meanwhile`. */
export async function openSlowly(
  open: Open,
  { body, ...document }: HostDocument,
  { prepare, meanwhile }: { prepare?: (visitor: Visitor) => Promise<unknown>; meanwhile?: (visitor: Visitor) => Promise<unknown> } = {},
): Promise<Visitor> {
  const held: (() => void)[] = [];
  const visitor = await open({ body: body + below, ...document }, async (opened) => {
    held.push(await opened.hold(/^\/widgets\//));
    await prepare?.(opened);
  });
  await visitor.page.locator('#below').waitFor({ state: 'attached' });
  await meanwhile?.(visitor);
  held.forEach((release) => release());
  return visitor;
}

export const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true });
