import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { waitingTime } from '../language/waiting-time';
import type { PageEndpoints } from './page-endpoints';
import type { WebhooksTexts } from './webhooks-texts';

/** Everything that the views show. */
export interface Scene {
  endpoints: PageEndpoints;
  texts: WebhooksTexts;
  tag: string;
  /** Of the heading. */
  level: number;
  /** ms since 1970 by the clock of the service. */
  now: number;
  isCopied: boolean;
  copy: (secret: string) => void;
}

/** Isolated, so that it does not turn the sentence around it. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
export function button(id: string, rank: '' | 'secondary' | 'danger', text: string, { endpoints }: Scene, onClick: () => void) {
  const { isBlocked } = endpoints;
  return (
    <button
      type="button"
      class={`button ${rank}`}
      part={`button${rank && `-${rank}`}`}
      key={id}
      id={id}
      aria-disabled={String(isBlocked)}
      onClick={() => !isBlocked && onClick()}
    >
      {text}
      {endpoints.busy === id && <span class="spinner" part="spinner"></span>}
    </button>
  );
}

export function spinner(text: string) {
  return (
    <div class="waiting" key="waiting" aria-hidden="true">
      <span class="spinner" part="spinner"></span>
      <p>{text}</p>
    </div>
  );
}

/** Why the last request failed. `ms`: of the wait, in place of what is left of it. */
function failureText({ endpoints, texts, tag }: Scene, ms?: number): string {
  const { failure } = endpoints;
  if (!failure) return '';
  return interpolate(texts[failure.kind], { time: waitingTime(ms ?? Math.max(0, failure.until - Date.now()), tag) });
}

export function failureNotice(scene: Scene) {
  return (
    <p class="notice danger" part="notice" key="refusal">
      {failureText(scene)}
    </p>
  );
}

/** What the live region says; it does not count down. */
export function announcement(scene: Scene): string {
  const { failure, list, said } = scene.endpoints;
  if (failure) return failureText(scene, failure.waitMs);
  if (!list) return scene.texts.loading;
  return said && scene.texts[said];
}
