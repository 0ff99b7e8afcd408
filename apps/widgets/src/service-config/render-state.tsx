import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { waitingTime } from '../language/waiting-time';
import type { ConfigTexts } from './config-texts';
import { maySave, mayRetry, messageOf, type ConfigurationForm, type Message } from './configuration-form';

const calm = ['nothing', 'unsaved', 'saved'];

type Action = 'retry' | 'discard' | 'save';
type Actions = Record<Action, () => void>;

/** The live region, which exists from the start so that screen readers announce its changes, and the buttons. `leftMs`: rest of `Retry-After`. */
export function renderState(form: ConfigurationForm, texts: ConfigTexts, tag: string, leftMs: number, actions: Actions) {
  const message = messageOf(form);
  const text = message?.text;
  const isWaiting = text === 'loading' || text === 'saving';
  const isNotice = text && !isWaiting && !calm.includes(text);
  // `aria-disabled` instead of `disabled`, so that the button keeps the focus. No form is submitted, which a sandboxed page may forbid.
  const button = (action: Action, may: boolean, rank = '') => (
    <button
      type="button"
      class={`button ${rank}`}
      part={`button${rank && `-${rank}`}`}
      key={action}
      aria-disabled={String(!may)}
      onClick={() => may && actions[action]()}
    >
      {texts[action]}
    </button>
  );
  return (
    <div class="state" key="state">
      <div
        class={isNotice ? 'notice danger' : isWaiting ? 'waiting' : text}
        part={isNotice ? 'notice' : undefined}
        role="status"
        key="status"
      >
        {isWaiting && <span class="spinner" part="spinner"></span>}
        {message && renderMessage(message, texts, tag, form.isThrottled && leftMs)}
      </div>
      {form.fields.length > 0 && button('discard', form.chosen.size > 0, 'secondary')}
      {form.fields.length > 0 && button('save', maySave(form))}
      {mayRetry(form) && button('retry', !form.isThrottled)}
    </div>
  );
}

/** The countdown is visible only; screen readers hear the time once. */
function renderMessage({ text, waitMs, details }: Message, texts: ConfigTexts, tag: string, leftMs: number | false) {
  const textFor = (ms: number) => interpolate(texts[text], { time: waitingTime(ms, tag) });
  return [
    <p class={leftMs ? 'unseen' : undefined}>{textFor(waitMs)}</p>,
    leftMs && <p aria-hidden="true">{textFor(leftMs)}</p>,
    details.map((detail) => <bdi>{detail}</bdi>),
  ];
}
