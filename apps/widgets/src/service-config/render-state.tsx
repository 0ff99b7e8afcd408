import { h } from '@stencil/core';
import { filled } from '../language/language';
import { waitingTime } from '../language/waiting-time';
import type { ConfigTexts } from './config-texts';
import { maySave, mayRetry, messageOf, type ConfigurationForm, type Message } from './configuration-form';

const calm = ['nothing', 'unsaved', 'saved'];

type Action = 'retry' | 'discard' | 'save';
type Actions = Record<Action, () => void>;

/** The live region, which is there from the start and in which all that happens is said, and what can be done about it. `leftMs`: as long as it is held. */
export function renderState(form: ConfigurationForm, texts: ConfigTexts, tag: string, leftMs: number, actions: Actions) {
  const message = messageOf(form);
  const text = message?.text;
  const isWaiting = text === 'loading' || text === 'saving';
  const isNotice = text && !isWaiting && !calm.includes(text);
  // `aria-disabled` in place of `disabled`: a button with which nothing can be done just now keeps the focus. None submits a form, which a sandboxed page may forbid.
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
        {message && renderMessage(message, texts, tag, form.isHeld && leftMs)}
      </div>
      {form.fields.length > 0 && button('discard', form.chosen.size > 0, 'secondary')}
      {form.fields.length > 0 && button('save', maySave(form))}
      {mayRetry(form) && button('retry', !form.isHeld)}
    </div>
  );
}

/** The time that is left counts down to be seen, and is said once. */
function renderMessage({ text, waitMs, details }: Message, texts: ConfigTexts, tag: string, leftMs: number | false) {
  const within = (ms: number) => filled(texts[text], { time: waitingTime(ms, tag) });
  return [
    <p class={leftMs ? 'unseen' : undefined}>{within(waitMs)}</p>,
    leftMs && <p aria-hidden="true">{within(leftMs)}</p>,
    details.map((detail) => <bdi>{detail}</bdi>),
  ];
}
