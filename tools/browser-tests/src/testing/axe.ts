import { source } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

interface Finding {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

interface AxeOptions {
  /** False: without the rules that load style sheets again, which a page with an origin of its own may not. */
  preload?: boolean;
  /** These only. */
  rules?: readonly string[];
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations of WCAG 2.2 AA in this part of the page, shadow roots included, frames not: one line per rule and element. */
export async function axeFindings(page: Page | Frame, selector: string, { preload = true, rules }: AxeOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(
    async ([where, runOnly, preload]) => {
      const { axe } = globalThis as unknown as { axe: { run: (where: string, options: unknown) => Promise<{ violations: Finding[] }> } };
      return (await axe.run(where, { runOnly, iframes: false, preload })).violations;
    },
    [selector, rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags }, preload] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${JSON.stringify(target)} ${failureSummary ?? ''}`),
  );
}
