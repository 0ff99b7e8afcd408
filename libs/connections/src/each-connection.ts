/** Called for each connection that failed. */
export type OnFailure = (connectionId: string, error: unknown) => void;

/**
 * Works through connections one by one, so one that fails holds up none of the others. Resolves with the failures, after each was
 * passed to `onFailure`. Rejects once the signal is aborted.
 */
export async function eachConnection(
  ids: Iterable<string> | AsyncIterable<string>,
  work: (id: string) => Promise<unknown>,
  onFailure: OnFailure,
  signal?: AbortSignal,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for await (const id of ids) {
    signal?.throwIfAborted();
    try {
      await work(id);
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(error);
      onFailure(id, error);
    }
  }
  return failures;
}
