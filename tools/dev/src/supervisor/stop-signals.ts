/** npm passes on a Ctrl-C that the terminal has delivered already: what comes this soon after the first is the same request. */
const sameRequestMs = 1_000;
const parentCheckMs = 1_000;

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP, and `force` on the next. Started by npm, the end of npm counts as a signal too: it may have
 * been killed in a way that left it no time to tell.
 */
export function onStopSignal(stop: (reason: string) => void, force: () => void): void {
  let asked = 0;
  const request = (reason: string) => {
    if (asked === 0) {
      asked = Date.now();
      stop(reason);
    } else if (Date.now() - asked > sameRequestMs) force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    request('npm has ended');
  }, parentCheckMs);
  watch.unref();
}
