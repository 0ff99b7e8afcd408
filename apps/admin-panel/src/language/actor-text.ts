import { texts } from './language';
import type { TextKey } from './texts-en';
import type { Translate } from './use-language';

/** `administrator:{id}`, `schedule` and the like, in words. An unknown kind stays as it is. */
export function actorText(t: Translate, actor: string): string {
  const key = `actor.${actor.split(':')[0] ?? ''}`;
  return key in texts.en ? t(key as TextKey) : actor;
}
