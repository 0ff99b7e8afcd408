/** npm forwards a Ctrl-C that the terminal has already delivered: signals this close together are one request. */
const debounceMs = 1_000;
const parentCheckMs = 1_000;

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP and `force` on the next. If npm started this process, the end of npm counts as a
 * signal as well: npm may have been killed without forwarding one.
 */
export function onStopSignal(stop: (reason: string) => void, force: () => void): void {
  let requestedAt = 0;
  const request = (reason: string) => {
    if (requestedAt === 0) {
      requestedAt = Date.now();
      stop(reason);
    } else if (Date.now() - requestedAt > debounceMs) force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    request('npm exited');
  }, parentCheckMs);
  watch.unref();
}
