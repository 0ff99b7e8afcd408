import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { waitingTime } from '../language/waiting-time';
import type { ConfigTexts } from './config-texts';
import { maySave, mayRetry, messageOf, say, type ConfigurationForm, type Message } from './configuration-form';
import { isEnded, type ConnectionPanel } from './connection-panel';

const calm = ['nothing', 'unsaved', 'saved', 'removed'];

type Action = 'retry' | 'discard' | 'save';
type Actions = Record<Action, () => void>;

/** The live region, which exists from the start so that screen readers announce its changes, and the buttons. `leftMs`: rest of `Retry-After`. */
export function renderState(
  form: ConfigurationForm,
  panel: ConnectionPanel,
  texts: ConfigTexts,
  tag: string,
  leftMs: number,
  actions: Actions,
) {
  const message = panel.doing ? say('loading') : messageOf(form);
  const look = message && lookOf(message, form, panel);
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
      <div class={look ?? undefined} part={look?.startsWith('notice') ? 'notice' : undefined} role="status" key="status">
        {look === 'waiting' && <span class="spinner" part="spinner"></span>}
        {message && renderMessage(message, texts, tag, form.isThrottled && leftMs)}
      </div>
      {form.fields.length > 0 && button('discard', form.chosen.size > 0, 'secondary')}
      {form.fields.length > 0 && button('save', maySave(form))}
      {mayRetry(form) && !isEnded(panel) && button('retry', !form.isThrottled)}
    </div>
  );
}

/** The class of the live region. */
function lookOf({ text }: Message, form: ConfigurationForm, panel: ConnectionPanel): string {
  // Visible where the fields will be.
  if (form.message?.text === 'loading') return 'unseen';
  if (text === 'loading' || text === 'saving') return 'waiting';
  // When the connection has ended, the panel says until when it can be restored, and how. No alarm until the panel knows.
  const mayReturn = panel.connection === undefined || isEnded(panel);
  return calm.includes(text) || (text === 'ended' && mayReturn) ? text : 'notice danger';
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
