import { usePreference } from '../ui/stored-preference';

/** Whether `/` alone opens the search. Speech input types single characters, so a user can switch it off. */
export function useSlash() {
  const [slash, choose] = usePreference('search-by-slash', ['on', 'off']);
  return [slash === 'on', (isOn: boolean) => choose(isOn ? 'on' : 'off')] as const;
}
