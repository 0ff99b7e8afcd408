import { filled } from '../language/language';
import { waitingTime } from '../language/waiting-time';
import type { ConnectorJourney } from './connector-journey';
import type { ConnectorTexts } from './connector-texts';
import { momentText } from './moments';
import type { Pending } from './status-polling';

/** All that the element shows comes from this. */
export interface Scene {
  journey: ConnectorJourney;
  texts: ConnectorTexts;
  /** BCP 47, for dates and numbers. */
  tag: string;
  direction: string;
  /** Ms since 1970. */
  now: number;
  connection: string | undefined;
  pluginAddress: string | null;
  isCopied: boolean;
  copy(token: string): void;
}

/** Nothing can be asked just now. */
export function isHeld({ journey: { isBusy, trouble }, now }: Scene): boolean {
  return isBusy || (trouble?.until ?? 0) > now;
}

export function troubleText({ journey: { trouble }, texts, tag, now }: Scene): string {
  if (!trouble) return '';
  const { kind, until } = trouble;
  return kind === 'busy' && until <= now ? texts.failed : filled(texts[kind], { time: waitingTime(until - now, tag) });
}

export function validityText({ expiresAt }: Pending, { texts, tag, now }: Scene): string {
  return filled(texts.validUntil, { time: momentText(expiresAt, now, tag) });
}

/** What has become of the newest token when it is of no use any more. */
export function endOf({ journey: { pending, look }, texts, now }: Scene): string | null {
  if (!pending) return null;
  if (look === 'broken') return texts.failed;
  return look === 'ended' || look === 'expired' || pending.expiresAt <= now ? texts.expired : null;
}

/** Of the polling. */
export function statusOf(scene: Scene): string | null {
  const { journey, texts } = scene;
  if (!journey.pending || endOf(scene)) return null;
  return texts[journey.look as 'waiting' | 'retrying' | 'refused'];
}

/** What somebody should hear who cannot see the element. `isNew`: the newest token was not told of yet. */
export function announcement(scene: Scene, isNew: boolean): string {
  const { journey, texts } = scene;
  const { isBusy, isMisplaced, phase, trouble, pending, look } = journey;
  if (isMisplaced) return texts.system;
  if (isBusy) return texts.loading;
  if (trouble) return troubleText(scene);
  if (phase === 'connected') return texts.connected;
  if (!pending) return texts.heading;
  const ready = isNew && look === 'waiting' && `${texts.token}. ${validityText(pending, scene)}`;
  return endOf(scene) || ready || statusOf(scene) || '';
}
