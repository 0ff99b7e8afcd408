import { h } from '@stencil/core';
import { instructing } from './journey-view';
import { button, notice, waiting } from './parts';
import { failureText, type Scene } from './scene';
import { connected, linked } from './shops-view';

/** By phase. */
const views = { initializing, loading: initializing, linked, instructing, connected };

export function frame(scene: Scene, announced: string) {
  const { phase, isSystemMissing } = scene.journey;
  return (
    <div class="frame" part="frame" dir={scene.direction} lang={scene.tag}>
      <div key={phase} class="phase">
        {isSystemMissing ? notice(scene.texts.failed) : views[phase](scene)}
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
  return [
    <div class="over">
      {journey.requests.failure
        ? [notice(failureText(scene)), button('retry', 'button', texts.retry, scene, () => journey.initialise())]
        : waiting(texts.loading)}
    </div>,
    <div class="phase under" aria-hidden="true">
      {journey.isDirect ? connected(scene) : instructing(scene)}
    </div>,
  ];
}
