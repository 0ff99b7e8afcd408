import { spawn, type ChildProcess } from 'node:child_process';
import { platform } from 'node:os';

/** How to end a process whose owner is gone. */
export interface OrphanEnd {
  /** Sent at once. Null: the process notices by itself. */
  first: 'TERM' | 'INT' | null;
  /** Sent if it still runs after `afterSeconds`. */
  last: 'INT' | 'KILL';
  afterSeconds: number;
}

/** Polls every second, so the pid cannot be reused unnoticed. */
const script = `
read -r _
[ -n "$2" ] && kill -s "$2" "$1" 2>/dev/null
left=$4
while kill -0 "$1" 2>/dev/null; do
  [ "$left" -le 0 ] && kill -s "$3" "$1" 2>/dev/null && exit
  left=$((left - 1))
  sleep 1
done`;

/**
 * Ends the child when this process ends, even by SIGKILL: a shell waits on a pipe that the kernel closes with us. Returns a function that
 * cancels the watch.
 */
export function stopWithOwner(child: ChildProcess, { first, last, afterSeconds }: OrphanEnd): () => void {
  if (platform() === 'win32' || child.pid === undefined) return () => undefined;
  const words = ['stop-with-owner', String(child.pid), first ?? '', last, String(afterSeconds)];
  const watch = spawn('sh', ['-c', script, ...words], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  watch.unref();
  const pipe = watch.stdin as typeof watch.stdin & { unref?: () => void };
  pipe.unref?.();
  pipe.on('error', () => undefined);
  return () => {
    watch.kill('SIGKILL');
  };
}

/** The last lines of a process's output, for the error if it does not start. */
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
