import { h } from '@stencil/core';
import { eventTypes, toggled } from './endpoint';
import { button, failureNotice, type Scene } from './parts';
import { eventText } from './webhooks-texts';

/** Of a new endpoint, or of the visited one. No form is submitted, which a sandboxed page may forbid. */
export function form(scene: Scene) {
  const { endpoints, texts } = scene;
  const { draft, failure, visit } = endpoints;
  const isWrong = failure?.kind === 'urlRule';
  const isEmpty = failure?.kind === 'chooseEvents';
  const cancel = () => endpoints.show({ id: '' }, visit.id ? `edit-${visit.id}` : 'add');
  return (
    <div
      class="form"
      key="form"
      role="group"
      aria-label={visit.id ? texts.edit : texts.add}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
    >
      <label htmlFor="url">{texts.url}</label>
      <input
        id="url"
        part="field"
        type="url"
        dir="ltr"
        autocomplete="off"
        value={draft.url}
        aria-describedby="url-rule"
        aria-invalid={String(isWrong)}
        onInput={({ target }: Event) => endpoints.write({ url: (target as HTMLInputElement).value })}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && void endpoints.save()}
      />
      <p id="url-rule" class={isWrong ? 'bad' : 'muted'}>
        {texts.urlRule}
      </p>
      {eventsField(scene, isEmpty)}
      {failure && failure.id === visit.id && !isWrong && !isEmpty && failureNotice(scene)}
      <div class="actions">
        {button(`save-${visit.id}`, '', texts.save, scene, () => void endpoints.save())}
        {button('cancel', 'secondary', texts.cancel, scene, cancel)}
      </div>
    </div>
  );
}

function eventsField({ endpoints, texts }: Scene, isEmpty: boolean) {
  const { events } = endpoints.draft;
  const option = (id: string, text: string, isChosen: boolean, onChange: () => void) => (
    <label class="option" part="option" key={id}>
      <input type="checkbox" checked={isChosen} onChange={onChange} />
      {text}
    </label>
  );
  return [
    <fieldset aria-describedby="events-rule">
      <legend>{texts.events}</legend>
      {option('all', texts.allEvents, !events, () => endpoints.write({ events: events ? null : [] }))}
      {events &&
        eventTypes.map((type) =>
          option(type, eventText(type, texts), events.includes(type), () =>
            endpoints.write({ events: toggled(endpoints.draft.events ?? [], type) }),
          ),
        )}
    </fieldset>,
    <p id="events-rule" class="bad" hidden={!isEmpty}>
      {texts.chooseEvents}
    </p>,
  ];
}
