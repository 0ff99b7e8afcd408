/** Is told of each connection that failed. */
export type TellFailure = (connectionId: string, error: unknown) => void;

/**
 * Works for one connection after the other, so that one that fails holds up none of the others: whoever goes through them anew begins
 * with it again. Resolves with the failures, each of which was told when it happened. Rejects once the signal is aborted.
 */
export async function eachConnection(
  ids: Iterable<string> | AsyncIterable<string>,
  work: (id: string) => Promise<unknown>,
  tell: TellFailure,
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
      tell(id, error);
    }
  }
  return failures;
}
