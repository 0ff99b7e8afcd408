import { h } from '@stencil/core';
import { breadcrumb, button, heading, notice, pair, waiting } from './parts';
import { attemptText, failureText, pollingText, tokenEndText, validityText, type Scene } from './scene';
import { stepsPath } from './shop-platforms';
import type { PendingConnection } from './status-polling';

export function instructing(scene: Scene) {
  const { journey, texts } = scene;
  const status = pollingText(scene);
  return [
    heading(texts.heading, scene),
    <p class="pair">{pair(scene)}</p>,
    <div class="work">
      <ol part="steps" role="list">
        <li>{pluginLink(scene)}.</li>
        <li>{tokenStep(scene)}</li>
        <li>
          {texts.open.split(/(\{path\})/).map((part) => (part === '{path}' ? breadcrumb(stepsPath(journey.connection), scene) : part))}
        </li>
        <li>{texts.paste}</li>
        <li>
          {texts.save}
          {notice(attemptText(scene))}
          {journey.handshake.pollResult === 'refused' ? notice(status) : status && waiting(status)}
        </li>
      </ol>
      <p class="next muted">{texts.nextBefore}</p>
    </div>,
    !!journey.shops.list?.length && button('back', 'button secondary', texts.back, scene, () => journey.showShops()),
  ];
}

/** Without an address it is still a link, which looks like text, is no stop of the keyboard, and neither scrolls nor navigates the page. */
function pluginLink({ pluginAddress: address, texts }: Scene) {
  return (
    <a
      part="link"
      href={address ?? '#'}
      target="_blank"
      rel="noopener noreferrer"
      aria-disabled={address ? undefined : 'true'}
      tabindex={address ? undefined : '-1'}
      onClick={(event: Event) => address ?? event.preventDefault()}
    >
      {texts.plugin}
    </a>
  );
}

function tokenStep(scene: Scene) {
  const { journey, texts } = scene;
  const { pending } = journey.handshake;
  const end = tokenEndText(scene);
  const generate = (id: string, kind: 'renew' | 'button', text: string) => button(id, kind, text, scene, () => journey.generateToken(id));
  return (
    <div class="token" part="token">
      {notice(failureText(scene) || end)}
      {pending && !end && copyField(pending, scene)}
      {pending && !end
        ? generate('renew', 'renew', texts.newToken)
        : generate('generate', 'button', pending ? texts.newToken : texts.generate)}
    </div>
  );
}

function copyField(pending: PendingConnection, scene: Scene) {
  const { texts, isCopied } = scene;
  return [
    <label key="label" htmlFor="token">
      {texts.token}
    </label>,
    <div key="field" class="copy">
      <input id="token" part="field" dir="ltr" readonly aria-describedby="validity" value={pending.token} onFocus={select} />
      <button type="button" class="button" part="button" onClick={() => scene.copy(pending.token)}>
        {[texts.copy, texts.copied].map((text, at) => (
          <span class={isCopied === !!at ? undefined : 'unsaid'}>{text}</span>
        ))}
      </button>
    </div>,
    <p key="validity" class="muted" id="validity">
      {validityText(pending, scene)}
    </p>,
  ];
}

/** Selects the whole token and shows its beginning. */
function select({ target }: { target: EventTarget | null }) {
  const field = target as HTMLInputElement;
  field.select();
  field.scrollLeft = 0;
}
