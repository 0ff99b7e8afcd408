import { createContext, useContext } from 'react';
import type { Me } from '../api/representations';

export const MeContext = createContext<Me | null>(null);

/** The signed-in user. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('Outside of SessionGate');
  return me;
}

/** What only super administrators may do is not offered to others. The service refuses it in any case. */
export function useIsSuperAdmin(): boolean {
  return useMe().role === 'super_admin';
}
