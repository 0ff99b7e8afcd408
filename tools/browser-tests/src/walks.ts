import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, runCommand } from '@sync/command-line';
import { walks } from './walks/all-walks';
import { onNewGround } from './walks/ground';
import { Walk } from './walks/walk';

const folder = 'dist/walks';

function report(walked: readonly Walk[]): string {
  const tables = walked.map(({ user, seconds, steps }) => {
    const rows = steps.map(({ text, seconds: taken, pictures }, at) => {
      const links = Object.entries(pictures).map(([look, name]) => `[${look}](${name})`);
      return `| ${at + 1} | ${text} | ${taken.toFixed(1)} | ${links.join(' ')} |`;
    });
    return `## ${user}: ${seconds.toFixed(1)} s\n\n| | Step | s | Pictures |\n| - | - | - | - |\n${rows.join('\n')}\n`;
  });
  return `# Walks\n\n${tables.join('\n')}`;
}

const usage = `Usage: npm run walks -- [--user <text>]
Does what each user of docs/walks.md does, step by step, in a browser. Writes the time and the pictures of each step (light, dark, narrow,
right to left) to dist/walks/README.md. --user: only those whose name contains the text.`;

async function walkAll(args: readonly string[]): Promise<void> {
  const { user: wanted = '' } = readArguments(args, { user: { type: 'string' } }).values;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const walked: Walk[] = [];
  for (const [user, take] of Object.entries(walks)) {
    if (!user.includes(wanted)) continue;
    const walk = new Walk(user, folder);
    await onNewGround((ground) => take(walk, ground));
    walked.push(walk);
  }
  const text = report(walked);
  writeFileSync(join(folder, 'README.md'), text);
  console.log(text);
}

runCommand(usage, walkAll).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
