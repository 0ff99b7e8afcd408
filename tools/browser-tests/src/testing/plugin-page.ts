import type { Page } from 'playwright-core';

/** On the page of a demo shop's plugin, until the shop is connected. */
export async function connectInPlugin(plugin: Page, token: string): Promise<void> {
  await plugin.getByLabel('Connection token').fill(token);
  await plugin.getByRole('button', { name: 'Connect this shop' }).click();
  await plugin.getByText('Connected.').waitFor();
}
