import { IllegalTransition } from '@sync/domain';
import { Problem } from '@sync/service-runtime';

const participles: Partial<Record<IllegalTransition['trigger'], string>> = {
  disconnection: 'disconnected',
  reconnection: 'reconnected',
  uninstallation: 'uninstalled',
};

/** Turns a transition that the state table lacks into a 403 that names the current status. Rethrows any other error. */
export function refuseIllegalMove(error: unknown): never {
  if (!(error instanceof IllegalTransition)) throw error;
  throw new Problem('forbidden', `A connection that is ${error.from} cannot be ${participles[error.trigger] ?? 'changed like this'}.`);
}
