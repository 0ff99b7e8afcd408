import { interpolate } from '../language/language';
import { problemOf, problemText, reasonOf } from '../language/reasons';
import { dateText, pastTime } from '../language/times';
import { waitingTime } from '../language/waiting-time';
import type { ConnectorJourney } from './connector-journey';
import type { ConnectorTexts } from './connector-texts';
import { isSyncing, type LinkedShop } from './linked-shop';
import type { PendingConnection } from './status-polling';

/** Everything the views render from. */
export interface Scene {
  journey: ConnectorJourney;
  texts: ConnectorTexts;
  /** BCP 47, for dates and numbers. */
  tag: string;
  direction: string;
  /** Ms since 1970. */
  now: number;
  /** Of the outer heading: 1 to 6. */
  level: number;
  /** Of the shop platform and of the embedding system. */
  names: [string, string];
  pluginAddress: string | null;
  isCopied: boolean;
  copy(token: string): void;
}

/** Buttons do nothing while a request is in flight or `Retry-After` runs. */
export function isBlocked({ journey: { requests }, now }: Scene): boolean {
  return !!requests.busy || (requests.failure?.until ?? 0) > now;
}

/** `shop`: the id of the shop that the failure is about; empty: none. */
export function failureText({ journey: { requests }, texts, tag, now }: Scene, shop = ''): string {
  const { failure } = requests;
  if (failure?.shop !== shop) return '';
  const { kind, until } = failure;
  return kind === 'busy' && until <= now ? texts.failed : interpolate(texts[kind], { time: waitingTime(until - now, tag) });
}

export function validityText({ expiresAt }: PendingConnection, { texts, tag }: Scene): string {
  return interpolate(texts.validUntil, { time: dateText(expiresAt, tag, 'short') });
}

/** Why the newest token no longer works; null while it does. */
export function tokenEndText({ journey: { handshake }, texts, now }: Scene): string | null {
  const { pending, pollResult } = handshake;
  if (!pending) return null;
  if (pollResult === 'broken') return texts.failed;
  return pollResult === 'ended' || pollResult === 'expired' || pending.expiresAt <= now ? texts.expired : null;
}

/** Why the plugin could not connect with the token, which stays valid. */
export function attemptText(scene: Scene): string | null {
  const { attempt, pending } = scene.journey.handshake;
  return pending && attempt && !tokenEndText(scene) ? scene.texts[reasonOf(attempt) ?? 'failed'] : null;
}

export function pollingText(scene: Scene): string | null {
  const { pending, pollResult } = scene.journey.handshake;
  if (!pending || tokenEndText(scene)) return null;
  return scene.texts[pollResult === 'retrying' ? 'unreachable' : (pollResult as 'waiting' | 'refused')];
}

/** When its records were read last, or until when it can be reconnected. */
export function shopState({ texts, tag, now, journey }: Scene, shop: LinkedShop): string {
  const { status, last_synced_at: syncedAt, grace_deadline: deadline } = shop;
  const serviceNow = now + journey.shops.clockAheadMs;
  if (status === 'disconnected') return interpolate(texts.disconnected, { time: dateText(deadline, tag) });
  if (!shop.sync?.waiting && isSyncing(shop, serviceNow)) return texts.syncing;
  return syncedAt && status === 'active' ? interpolate(texts.synced, { time: pastTime(serviceNow - Date.parse(syncedAt), tag) }) : '';
}

/** What failed, in the word of its button. */
export function failedAction({ journey, texts }: Scene): string | undefined {
  return texts[journey.requests.failure?.action as 'remove'];
}

/** The shop that the user's latest request or visit was about. */
export function visitedShop({ journey: { requests, shops } }: Scene): LinkedShop | undefined {
  return shops.list?.find(({ id }) => id === (requests.failure?.shop || shops.visit.id));
}

/** What the user is asked before the shop changes; undefined: nothing. The isolation keeps a name in another direction together. */
export function questionText({ journey, texts }: Scene, { id, name }: LinkedShop): string | undefined {
  const { visit } = journey.shops;
  const text: string | undefined = visit.isOpen && visit.id === id ? texts[`${visit.what as 'remove'}Sure`] : undefined;
  return text && interpolate(text, { shop: `\u2068${name}\u2069` });
}

/** The text of the live region. `isNewToken`: the newest token has not been announced yet. */
export function announcement(scene: Scene, isNewToken: boolean): string {
  const { journey, texts } = scene;
  const { requests, isSystemMissing, phase } = journey;
  const shop = visitedShop(scene);
  if (isSystemMissing) return texts.failed;
  if (requests.busy || phase === 'loading') return texts.loading;
  if (requests.failure?.shop === '') return failureText(scene);
  if (journey.isDeferred) return texts.heading;
  if (phase === 'instructing') return handshakeText(scene, isNewToken);
  const failure = shop && failureText(scene, shop.id);
  if (failure) return `${shop.name}. ${failedAction(scene)}: ${failure}`;
  const problem = shop && problemOf(shop);
  if (shop) return questionText(scene, shop) || `${shop.name}. ${problem ? problemText(problem, texts) : shopState(scene, shop)}`;
  return phase === 'connected' ? texts.connected : scene.names.join(' → ');
}

function handshakeText(scene: Scene, isNewToken: boolean): string {
  const { texts, journey } = scene;
  const { pending, pollResult } = journey.handshake;
  if (!pending) return texts.heading;
  const ready = isNewToken && pollResult === 'waiting' && `${texts.token}. ${validityText(pending, scene)}`;
  return tokenEndText(scene) || ready || attemptText(scene) || pollingText(scene) || '';
}
