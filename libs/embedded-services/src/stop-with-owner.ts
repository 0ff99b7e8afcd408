import { spawn, type ChildProcess } from 'node:child_process';
import { platform } from 'node:os';

/**
 * Sends the signal to the child when this process ends, however it ends: a shell waits on a pipe that the system closes with us, even after kill -9.
 * Returns what calls the watch off.
 */
export function stopWithOwner(child: ChildProcess, signal: 'INT' | 'TERM'): () => void {
  if (platform() === 'win32' || child.pid === undefined) return () => undefined;
  const script = `read -r _; kill -${signal} "$1" 2>/dev/null`;
  const watch = spawn('sh', ['-c', script, 'stop-with-owner', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  watch.unref();
  const pipe = watch.stdin as typeof watch.stdin & { unref?: () => void };
  pipe.unref?.();
  pipe.on('error', () => undefined);
  return () => {
    watch.kill('SIGKILL');
  };
}

/** Last lines of what a process printed, for the message when it does not start. */
export class OutputTail {
  private lines: string[] = [];

  constructor(private readonly size = 20) {}

  add(chunk: string): void {
    this.lines = [...this.lines, ...chunk.split('\n').filter((line) => line.trim() !== '')].slice(-this.size);
  }

  text(): string {
    return this.lines.join('\n');
  }
}
