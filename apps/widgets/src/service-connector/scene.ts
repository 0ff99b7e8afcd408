import { interpolate } from '../language/language';
import { waitingTime } from '../language/waiting-time';
import type { ConnectorJourney } from './connector-journey';
import type { ConnectorTexts } from './connector-texts';
import type { PendingConnection } from './status-polling';
import { expiryText } from './token-times';

/** Everything the views render from. */
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

/** Buttons do nothing while a request is in flight or `Retry-After` runs. */
export function isBlocked({ journey: { isBusy, failure }, now }: Scene): boolean {
  return isBusy || (failure?.until ?? 0) > now;
}

export function failureText({ journey: { failure }, texts, tag, now }: Scene): string {
  if (!failure) return '';
  const { kind, until } = failure;
  return kind === 'busy' && until <= now ? texts.failed : interpolate(texts[kind], { time: waitingTime(until - now, tag) });
}

export function validityText({ expiresAt }: PendingConnection, { texts, tag, now }: Scene): string {
  return interpolate(texts.validUntil, { time: expiryText(expiresAt, now, tag) });
}

/** Why the newest token no longer works; null while it does. */
export function tokenEndText({ journey: { pending, pollResult }, texts, now }: Scene): string | null {
  if (!pending) return null;
  if (pollResult === 'broken') return texts.failed;
  return pollResult === 'ended' || pollResult === 'expired' || pending.expiresAt <= now ? texts.expired : null;
}

export function pollingText(scene: Scene): string | null {
  const { journey, texts } = scene;
  if (!journey.pending || tokenEndText(scene)) return null;
  return texts[journey.pollResult as 'waiting' | 'retrying' | 'refused'];
}

/** The text of the live region. `isNewToken`: the newest token has not been announced yet. */
export function announcement(scene: Scene, isNewToken: boolean): string {
  const { journey, texts } = scene;
  const { isBusy, isSystemMissing, phase, failure, pending, pollResult } = journey;
  if (isSystemMissing) return texts.system;
  if (isBusy) return texts.loading;
  if (failure) return failureText(scene);
  if (phase === 'connected') return texts.connected;
  if (!pending) return texts.heading;
  const ready = isNewToken && pollResult === 'waiting' && `${texts.token}. ${validityText(pending, scene)}`;
  return tokenEndText(scene) || ready || pollingText(scene) || '';
}
