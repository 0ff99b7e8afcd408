import { isText } from './language';
import type { Translate } from './use-language';

/** `administrator:{id}`, `schedule` and the like, in words. An unknown kind stays as it is. */
export function actorText(t: Translate, actor: string): string {
  const key = `actor.${actor.split(':')[0] ?? ''}`;
  return isText(key) ? t(key) : actor;
}
