import { h } from '@stencil/core';
import { instructing } from './journey-view';
import { button, heading, notice, pair, waiting } from './parts';
import { failureText, type Scene } from './scene';
import { connected, linked } from './shops-view';

/** By phase. */
const views = { initializing, loading: initializing, linked, instructing, connected };

export function frame(scene: Scene, announced: string) {
  const { phase, isSystemMissing } = scene.journey;
  return (
    <div class="frame" part="frame" dir={scene.direction} lang={scene.tag}>
      <div key={phase} class="phase">
        {isSystemMissing ? [heading(scene.texts.heading, scene), notice(scene.texts.failed)] : views[phase](scene)}
      </div>
      <p class="unseen" role="status">
        {announced}
      </p>
    </div>
  );
}

/** Above the invisible view that will follow, so that the page below does not move. */
function initializing(scene: Scene) {
  const { journey, texts } = scene;
  const start = (text: string) => button('retry', 'button', text, scene, () => journey.initialise());
  return [
    <div class="over">
      {journey.requests.failure
        ? [heading(texts.heading, scene), notice(failureText(scene)), start(texts.retry)]
        : journey.isDeferred
          ? [heading(pair(scene), scene), start(texts.heading)]
          : waiting(texts.loading)}
    </div>,
    <div class="phase under" aria-hidden="true">
      {journey.isDirect ? connected(scene) : instructing(scene)}
    </div>,
  ];
}
