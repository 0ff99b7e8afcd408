import type { CreatedConnection } from '../api/representations';
import { useChange } from '../data/use-change';
import { useExamination, type EnteredShop } from './use-examination';

/** With address and credentials: verified now. Otherwise a token for the plugin. */
interface Creation extends EnteredShop {
  tenant_id: string;
}

/** Creates a connection. When the shop does not confirm the credentials, the shop doctor looks for the reason at once. */
export function useCreation(onCreated: (created: CreatedConnection) => void) {
  const change = useChange<CreatedConnection>(onCreated);
  const { enter, examination } = useExamination(change.failure);
  return {
    create: (creation: Creation) => {
      enter(creation);
      change.run('POST', 'connections', creation);
    },
    examination,
    failure: change.failure,
    isPending: change.isPending,
  };
}
