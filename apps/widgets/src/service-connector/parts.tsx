import { h } from '@stencil/core';
import type { LinkedShop } from './linked-shop';
import { isBlocked, type Scene } from './scene';
import type { Way } from './shop-platforms';

/** Of `level` of the scene, which is the page's choice: so the role says it, not the tag. */
export function heading(text: unknown, { level }: Scene) {
  return (
    <div role="heading" aria-level={level} part="heading" tabindex="-1">
      {text}
    </div>
  );
}

/** One level below. `id`: takes the focus when a control of this shop disappears. */
export function shopHeading({ id, name }: LinkedShop, { level }: Scene) {
  return (
    <div class="way" role="heading" aria-level={level + 1} tabindex="-1" id={id}>
      {name}
    </div>
  );
}

/**
 * The place of a slot, or of an element that may be defined. The element fills it itself (`fillPlaces`), because Stencil would bundle its own
 * slots, and every custom element that it finds in the code.
 */
export function place(tag: string, name?: string) {
  return <span key={tag + name} class="place" data-tag={tag} data-name={name} />;
}

/** Who connects to whom, each with the logo that the page may give. */
export function pair({ names: [shop, own], direction }: Scene) {
  return [side('connection-logo', shop), <span class="muted">{direction === 'rtl' ? '←' : '→'}</span>, side('system-logo', own)];
}

/** On one line. */
function side(logo: string, name: string) {
  return (
    <span class="pair">
      {place('slot', logo)}
      <bdi>{name}</bdi>
    </span>
  );
}

/** `dir` keeps the language's direction even when the first part is a name in Latin letters. */
export function breadcrumb(way: Way, { texts, direction }: Scene) {
  return (
    <bdi class="way" part="breadcrumb" dir={direction}>
      {way.map((key) => texts[key]).join(' › ')}
    </bdi>
  );
}

/** Where the shop's own page of the settings is. */
export function settingsWay(way: Way | undefined, scene: Scene) {
  return (
    way && (
      <p class="muted">
        {scene.texts.settings} {breadcrumb(way, scene)}
      </p>
    )
  );
}

function spinner() {
  return <span class="spinner" part="spinner" />;
}

/** `tabindex` keeps the focus that a control has lost. */
export function waiting(text: string) {
  return (
    <p key="waiting" class="waiting" tabindex="-1">
      {spinner()}
      {text}
    </p>
  );
}

interface NoticeOptions {
  look?: string;
  /** Of the text, if it is another than that of the page. */
  lang?: string;
  /** What failed, in the word of its button. */
  action?: string;
}

export function notice(text: string | null, { look = 'danger', lang, action }: NoticeOptions = {}) {
  return (
    text && (
      <p key={`notice${action}`} class={`notice ${look}`} part="notice" lang={lang}>
        {action && <b>{action}</b>}
        {text}
      </p>
    )
  );
}

type ButtonKind = 'button' | 'button secondary' | 'button danger' | 'renew';

/** The first word of a class is its part. `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
export function button(id: string, kind: ButtonKind, text: string, scene: Scene, onClick: () => void) {
  const isDisabled = isBlocked(scene);
  return (
    <button
      key={id}
      id={id}
      type="button"
      class={kind}
      part={kind.replace(' ', '-')}
      aria-disabled={isDisabled ? 'true' : undefined}
      onClick={() => isDisabled || onClick()}
    >
      {text}
      {scene.journey.requests.busy === id && spinner()}
    </button>
  );
}
