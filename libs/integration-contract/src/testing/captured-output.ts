const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/** Captures everything written to the console and the standard streams while `run` runs. */
export async function outputOf<T>(run: () => Promise<T>): Promise<{ output: string; result: T }> {
  const lines: string[] = [];
  const keep = (...values: unknown[]): boolean => {
    lines.push(values.map(String).join(' '));
    return true;
  };
  const { console: printer } = globalThis;
  const printerWas = { ...printer };
  const streamsWere = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  for (const method of methods) printer[method] = keep;
  for (const { stream } of streamsWere) stream.write = keep;
  try {
    const result = await run();
    return { output: lines.join('\n'), result };
  } finally {
    for (const method of methods) printer[method] = printerWas[method];
    for (const { stream, write } of streamsWere) stream.write = write;
  }
}
