import { IllegalTransition } from '@sync/domain';
import { Problem } from '@sync/service-runtime';

const participles: Partial<Record<IllegalTransition['trigger'], string>> = {
  disconnection: 'disconnected',
  reconnection: 'taken up again',
  uninstallation: 'uninstalled',
};

/** A move that the state table does not have is 403 with what the connection is; every other error stays as it is. */
export function refuseIllegalMove(error: unknown): never {
  if (!(error instanceof IllegalTransition)) throw error;
  throw new Problem('forbidden', `A connection that is ${error.from} cannot be ${participles[error.trigger] ?? 'moved like this'}.`);
}
