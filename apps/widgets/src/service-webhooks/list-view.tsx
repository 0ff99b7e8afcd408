import { h } from '@stencil/core';
import type { Endpoint } from './endpoint';
import { form } from './endpoint-form';
import { endpointView } from './endpoint-views';
import { button, failureNotice, spinner, type Scene } from './parts';

export function listView(list: readonly Endpoint[], scene: Scene) {
  const { endpoints, texts } = scene;
  const { visit, failure } = endpoints;
  const isNew = !visit.id && visit.what === 'edit';
  // The form and the endpoints show their own; one that is gone cannot.
  const isElsewhere = failure && !(isNew && !failure.id) && !list.some(({ id }) => id === failure.id);
  return [
    list.length === 0 && !isNew && <p class="muted">{texts.none}</p>,
    list.map((endpoint) => endpointView(endpoint, scene)),
    isNew && (
      <div class="endpoint" key="new">
        {form(scene)}
      </div>
    ),
    isElsewhere && failureNotice(scene),
    !isNew && (
      <div class="actions" key="more">
        {button('add', '', texts.add, scene, () => endpoints.edit())}
      </div>
    ),
  ];
}

/** It loads, or could not be loaded. */
export function withoutList(scene: Scene) {
  const { endpoints, texts } = scene;
  const { failure } = endpoints;
  if (!failure) return spinner(texts.loading);
  return [
    failureNotice(scene),
    failure.kind !== 'refused' && <div class="actions">{button('retry', '', texts.retry, scene, () => endpoints.retry())}</div>,
  ];
}
