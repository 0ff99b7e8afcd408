import type { Page } from 'playwright-core';

/** Whether the text is anywhere in the memory of the page's scripts, after what nothing refers to was collected. */
export async function heapHolds(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (snapshot += chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return snapshot.includes(text);
}
