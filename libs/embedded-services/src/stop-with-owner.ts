import { spawn, type ChildProcess } from 'node:child_process';
import { platform } from 'node:os';

/** What happens to a process whose owner is gone. */
export interface OrphanEnd {
  /** Sent at once; null: the process notices by itself. */
  first: 'TERM' | 'INT' | null;
  /** Sent when it still runs after so many seconds. */
  last: 'INT' | 'KILL';
  afterSeconds: number;
}

/** The second look at the process is a second apart at most, so its number cannot have been given to another one meanwhile. */
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
 * Ends the child when this process ends, however it ends: a shell waits on a pipe that the system closes with us, even after kill -9.
 * Returns what calls the watch off.
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
