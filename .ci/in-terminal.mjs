// Runs a program as in a developer's terminal: a pseudo-terminal, with colours, from the `script` of util-linux, which every Debian has.
import { spawnSync } from 'node:child_process';

/** Returns what spawnSync does. Its output goes to ours. */
export function spawnInTerminal(program, args, { env = process.env, ...options } = {}) {
  const command = [program, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const { NO_COLOR: _plain, ...environment } = env;
  return spawnSync('script', ['-qec', command, '/dev/null'], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
    // CI: Jest prints each suite once instead of redrawing the screen.
    env: { ...environment, FORCE_COLOR: '1', CI: 'true' },
  });
}
