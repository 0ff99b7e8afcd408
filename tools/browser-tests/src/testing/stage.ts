import type { Locator, Page } from 'playwright-core';
import type { Fault, Visitor } from './visitor';
import type { WidgetTests } from './widget-tests';

/** A page with one empty place for a widget, whose script is there. */
export interface Stage {
  tests: WidgetTests;
  visitor: Visitor;
  /** Puts the element into its place. */
  put: (properties?: Record<string, unknown>) => Promise<unknown>;
  /** The first one of that name. */
  part: (name: string) => Locator;
}

/** What a widget can look like, and how it comes to that. */
export interface State {
  name: string;
  /** What its live region says then, in English. */
  says: string | RegExp;
  reach: (stage: Stage) => Promise<unknown>;
}

export type WidgetElement = 'service-connector' | 'service-config';

/** What the service or the net answers at a bad moment, and what both widgets say then. */
export const failures: Record<string, [fault: Fault, says: string | RegExp]> = {
  failed: [{ status: 500 }, 'Something went wrong.'],
  // It counts down; what can be seen is there a second time.
  busy: [{ status: 429, headers: { 'Retry-After': '600' } }, /^\s*(Please try again in \d+ minutes\.\s*){1,2}$/],
  refused: [{ status: 401 }, 'No access. Please reload the page.'],
  offline: ['offline', 'The service cannot be reached.'],
};

/** On a page in English that is open and has an element with the id `place`. Resolves when the element says what it should. */
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

/** Whether it is still in the state, in English. */
export async function untilSaid(page: Page, element: WidgetElement, { says }: State): Promise<void> {
  const hasText = typeof says === 'string' ? new RegExp(`^\\s*${says.replace(/[^\w\s]/g, '\\$&')}\\s*$`) : says;
  await page.locator(`${element} [role="status"]`).filter({ hasText }).waitFor({ state: 'attached' });
}
