import type { Locator, Page } from 'playwright-core';
import type { Fault, Visitor } from './visitor';
import type { WidgetElement, WidgetTests } from './widget-tests';

/** A page with an empty place for a widget. */
export interface Stage {
  tests: WidgetTests;
  visitor: Visitor;
  /** Puts a new element into its place. */
  put: (properties?: Record<string, unknown>) => Promise<unknown>;
  /** The first part of that name. */
  part: (name: string) => Locator;
}

export interface State {
  name: string;
  /** What the live region says, in English. */
  says: string | RegExp;
  /** The names of the controls in tab order, in English. */
  controls: readonly (string | RegExp)[];
  reach: (stage: Stage) => Promise<unknown>;
}

/** Failures of both widgets, with what the live region says. */
export const failures: Record<string, [fault: Fault, says: string | RegExp]> = {
  failed: [{ status: 500 }, 'Something went wrong.'],
  // The settings show their countdown in a second paragraph.
  busy: [{ status: 429, headers: { 'Retry-After': '600' } }, /^\s*(Please try again in \d+ minutes\.\s*){1,2}$/],
  refused: [{ status: 401 }, 'No access. Please reload the page.'],
  offline: ['offline', 'The service cannot be reached.'],
};

/** Needs an open page in English with the id `place`. Resolves once the element is in the state. */
export async function reach(tests: WidgetTests, visitor: Visitor, element: WidgetElement, state: State): Promise<void> {
  const { page } = visitor;
  const put: Stage['put'] = (properties) =>
    page.evaluate(([tag, given]) => document.getElementById('place')?.replaceChildren(Object.assign(document.createElement(tag), given)), [
      element,
      properties,
    ] as const);
  await state.reach({ tests, visitor, put, part: (name) => page.locator(`${element} [part~="${name}"]`).first() });
  await untilSaid(page, element, state);
}

/** Waits until the live region says what belongs to the state. */
export async function untilSaid(page: Page, element: WidgetElement, { says }: State): Promise<void> {
  const hasText = typeof says === 'string' ? new RegExp(`^\\s*${says.replace(/[^\w\s]/g, '\\$&')}\\s*$`) : says;
  await page.locator(`${element} [role="status"]`).filter({ hasText }).waitFor({ state: 'attached' });
}
