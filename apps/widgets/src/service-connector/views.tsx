import { h } from '@stencil/core';
import { failureText, isBlocked, pollingText, tokenEndText, validityText, type Scene } from './scene';
import { settingsBreadcrumb, stepsPath, type Way } from './shop-platforms';
import type { PendingConnection } from './status-polling';
import { countdownText } from './token-times';

/** By phase. */
const views = { initializing, instructing, connected };

export function frame(scene: Scene, announced: string) {
  const { phase, isSystemMissing } = scene.journey;
  return (
    <div class="frame" part="frame" dir={scene.direction} lang={scene.tag}>
      <div key={phase} class="phase">
        {isSystemMissing ? notice(scene.texts.system) : views[phase](scene)}
      </div>
      <p class="unseen" role="status">
        {announced}
      </p>
    </div>
  );
}

function initializing(scene: Scene) {
  const { journey, texts } = scene;
  if (journey.failure) return [notice(failureText(scene)), button('button', texts.retry, scene, () => journey.initialise())];
  return (
    <p key="waiting" class="waiting" tabindex="-1">
      {spinner()}
      {texts.loading}
    </p>
  );
}

function instructing(scene: Scene) {
  const { texts } = scene;
  return [
    <h2 part="heading" tabindex="-1">
      {texts.heading}
    </h2>,
    pluginLink(scene),
    <div class="work">
      {tokenArea(scene)}
      {pasteSteps(scene)}
    </div>,
    <div class="next">
      <h3>{texts.nextHeading}</h3>
      <p class="muted">{texts.nextBefore}</p>
      {scene.journey.pollResult === 'refused'
        ? notice(pollingText(scene))
        : pollingText(scene) && <p class="status">{pollingText(scene)}</p>}
    </div>,
  ];
}

/** Without an address it is still a link, marked as disabled for screen readers, that neither scrolls nor navigates the page. */
function pluginLink({ pluginAddress: address, texts }: Scene) {
  return (
    <a
      class="button secondary"
      part="link"
      href={address ?? '#'}
      target={address ? '_blank' : undefined}
      rel="noopener noreferrer"
      aria-disabled={address ? undefined : 'true'}
      onClick={(event: Event) => address ?? event.preventDefault()}
    >
      {texts.plugin}
    </a>
  );
}

function tokenArea(scene: Scene) {
  const { journey, texts } = scene;
  const { pending } = journey;
  const end = tokenEndText(scene);
  const generate = () => journey.generateToken();
  return (
    <div class="token" part="token">
      <h3 id="token">{texts.token}</h3>
      {notice(failureText(scene) || end)}
      {pending && !end ? copyField(pending, scene) : null}
      {pending && !end
        ? button('renew', texts.newToken, scene, generate)
        : button('button', pending ? texts.newToken : texts.generate, scene, generate)}
    </div>
  );
}

function copyField(pending: PendingConnection, scene: Scene) {
  const { texts, isCopied, now, tag } = scene;
  const clock = countdownText(pending.expiresAt - now, tag);
  return [
    <div key="field" class="copy">
      <input part="field" dir="ltr" readonly aria-labelledby="token" aria-describedby="validity" value={pending.token} onFocus={select} />
      <button type="button" class="button" part="button" onClick={() => scene.copy(pending.token)}>
        {[texts.copy, texts.copied].map((text, at) => (
          <span class={isCopied === !!at ? undefined : 'unsaid'}>{text}</span>
        ))}
      </button>
    </div>,
    <p key="validity" class="muted" id="validity">
      {validityText(pending, scene)} {clock && <span class="clock">{clock}</span>}
    </p>,
  ];
}

/** Selects the whole token and shows its beginning. */
function select({ target }: { target: EventTarget | null }) {
  const field = target as HTMLInputElement;
  field.select();
  field.scrollLeft = 0;
}

function pasteSteps(scene: Scene) {
  const { texts, connection } = scene;
  return (
    <div class="steps">
      <h3>{texts.stepsHeading}</h3>
      <ol part="steps" role="list">
        {[texts.open, texts.paste, texts.save].map((step) => (
          <li>{step.split(/(\{path\})/).map((part) => (part === '{path}' ? breadcrumb(stepsPath(connection), scene) : part))}</li>
        ))}
      </ol>
    </div>
  );
}

/** `dir` keeps the language's direction even when the first part is a name in Latin letters. */
function breadcrumb(way: Way, { texts, direction }: Scene) {
  return (
    <bdi part="breadcrumb" dir={direction}>
      {way.map((key) => texts[key]).join(' › ')}
    </bdi>
  );
}

function connected(scene: Scene) {
  const { journey, texts, connection } = scene;
  const way = settingsBreadcrumb(connection);
  return [
    <div class="notice success" part="notice">
      <h2 part="heading" tabindex="-1">
        {texts.connected}
      </h2>
    </div>,
    journey.isDirect ? null : (
      <div class="next">
        <h3>{texts.nextHeading}</h3>
        <p>{texts.nextAfter}</p>
        {way && (
          <p class="muted">
            {texts.settings} {breadcrumb(way, scene)}
          </p>
        )}
      </div>
    ),
  ];
}

function spinner() {
  return <span class="spinner" part="spinner" />;
}

function notice(text: string | null) {
  return (
    text && (
      <p key="notice" class="notice danger" part="notice">
        {text}
      </p>
    )
  );
}

/** `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
function button(kind: 'button' | 'renew', text: string, scene: Scene, onClick: () => void) {
  return (
    <button key={kind} type="button" class={kind} part={kind} aria-disabled={isBlocked(scene) ? 'true' : undefined} onClick={onClick}>
      {text}
      {scene.journey.isBusy && spinner()}
    </button>
  );
}
