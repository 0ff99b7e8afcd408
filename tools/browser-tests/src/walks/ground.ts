import { AdminTests } from '../testing/admin-tests';
import { WidgetTests } from '../testing/widget-tests';

/** What one walk is on: a new service with its demo shops, pages that embed widgets, the panel, and a browser. */
export interface Ground {
  tests: WidgetTests;
  panel: AdminTests;
}

export async function onNewGround(act: (ground: Ground) => Promise<unknown>): Promise<void> {
  // Each app serves its metrics, and prints where.
  const tests = await WidgetTests.start({ METRICS_PORT: '0', LOG_LEVEL: 'info' }, null);
  try {
    await act({ tests, panel: new AdminTests(tests.service, tests.browser) });
  } finally {
    await tests.stop();
  }
}
