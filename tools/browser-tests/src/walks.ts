import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, runCommand } from '@sync/command-line';
import { AdminTests } from './testing/admin-tests';
import { WidgetTests } from './testing/widget-tests';
import { BrokenShops } from './walks/broken-shops';
import { walkAsEmbedder } from './walks/embedder-walk';
import { walkAsSupport } from './walks/support-walk';
import type { Walk } from './walks/walk';

const folder = 'dist/walks';

async function embedders(): Promise<Walk[]> {
  const tests = await WidgetTests.start({}, null);
  try {
    const walks: Walk[] = [];
    for (const kind of ['plain HTML', 'React 19', 'Vue 3'] as const) walks.push(await walkAsEmbedder(tests, kind, folder));
    return walks;
  } finally {
    await tests.stop();
  }
}

async function support(): Promise<Walk[]> {
  const tests = await AdminTests.start(null);
  const shops = await BrokenShops.start(tests.service);
  try {
    return [await walkAsSupport(tests, shops.all, folder)];
  } finally {
    await shops.stop();
    await tests.stop();
  }
}

function report(walks: readonly Walk[]): string {
  const tables = walks.map(({ user, seconds, steps }) => {
    const rows = steps.map(({ text, seconds: taken, pictures }, at) => {
      const links = pictures.map((name) => `[${/-([a-z]+)\.png$/.exec(name)?.[1] ?? name}](${name})`).join(' ');
      return `| ${at + 1} | ${text} | ${taken.toFixed(1)} | ${links} |`;
    });
    return `## ${user}: ${seconds.toFixed(1)} s\n\n| | Step | s | Pictures |\n| - | - | - | - |\n${rows.join('\n')}\n`;
  });
  return `# Walks\n\n${tables.join('\n')}`;
}

const usage = `Usage: npm run walks
Does what embedders and support staff do, step by step, in a browser: a page of plain HTML, React and Vue that connects a shop, and ten broken shops whose causes are
found. Writes the time and the pictures of each step (light, dark, narrow, right to left) to dist/walks/README.md.`;

async function walk(args: readonly string[]): Promise<void> {
  readArguments(args, {});
  rmSync(folder, { recursive: true, force: true });
  const walks = [...(await embedders()), ...(await support())];
  const text = report(walks);
  writeFileSync(join(folder, 'README.md'), text);
  console.log(text);
}

runCommand(usage, walk).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
