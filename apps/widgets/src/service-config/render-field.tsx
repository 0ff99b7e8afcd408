import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { choicesOf, textOf, toggled, type Choice } from './choices';
import { hintIn, labelIn, type ConfigTexts } from './config-texts';
import type { ConfigurationForm } from './configuration-form';
import type { Field } from './loaded-settings';

interface FieldView {
  form: ConfigurationForm;
  field: Field;
  /** Index for ids, because the name may be any text. */
  at: number;
  texts: ConfigTexts;
  /** Given the form of that moment: it may have changed since the last render. */
  onChoose: (valueIn: (form: ConfigurationForm) => unknown) => void;
}

/** A field with its label, choices, hint and error. `bdi` gives texts of the service a direction of their own. */
export function renderField(view: FieldView) {
  const { form, field, at, texts } = view;
  const { type, name, required } = field;
  const choices = choicesOf(form, field);
  const instead = !type ? texts.unknown : choices.length === 0 && texts.nothing;
  const label = [<bdi>{labelIn(texts, name, field.label)}</bdi>, ' ', required && <span class="mark">{texts.required}</span>];
  const control = (
    <div class="control">
      {instead ? <p class="hint">{instead}</p> : type === 'select' ? renderSelect(view, choices) : renderOptions(view, choices)}
      {hintsOf(view, choices).map((hint, index) => (
        <p class="hint" id={`h${at}-${index}`}>
          <bdi>{hint}</bdi>
        </p>
      ))}
      {renderError(view)}
    </div>
  );
  if (type === 'select' && !instead) {
    return (
      <div class="field" part="field" key={name}>
        <label class="label" htmlFor={`f${at}`}>
          {label}
        </label>
        {control}
      </div>
    );
  }
  // ARIA allows `required` and `invalid` on a radio group; in other groups each control carries them.
  const isRadio = type === 'radio';
  return (
    <fieldset
      class="field"
      part="field"
      key={name}
      tabindex={instead ? -1 : undefined}
      role={isRadio ? 'radiogroup' : undefined}
      aria-required={isRadio && String(required)}
      aria-invalid={isRadio && isInvalid(view)}
      aria-describedby={description(view, choices)}
    >
      <legend class="label">{label}</legend>
      {control}
    </fieldset>
  );
}

function renderError({ form, field, at, texts }: FieldView) {
  const error = form.errors.get(field.name);
  return (
    error && (
      <p class="error" id={`e${at}`}>
        {interpolate(texts[error.text], { detail: isolated(error.detail) })}
      </p>
    )
  );
}

/** Below the control: of the field, and of the option that a select shows, whose list has no room for it. */
function hintsOf({ field, texts }: FieldView, choices: readonly Choice[]): string[] {
  const chosen = field.type === 'select' && choices.find(({ isChosen }) => isChosen);
  return [hintIn(texts, field.name, field.hint), chosen && hintIn(texts, chosen.value, chosen.hint)].filter((hint) => !!hint) as string[];
}

function renderSelect(view: FieldView, choices: Choice[]) {
  const { field, at, texts, onChoose } = view;
  return (
    <div class="select">
      <select
        id={`f${at}`}
        required={field.required}
        aria-invalid={isInvalid(view)}
        aria-describedby={description(view, choices)}
        // By index: a value may be any text, the empty one of the placeholder included.
        onChange={({ target }) => onChoose(() => choices[(target as HTMLSelectElement).selectedIndex - 1]?.value ?? null)}
      >
        <option value="" disabled={field.required} hidden={field.required} selected={!choices.some(({ isChosen }) => isChosen)}>
          {field.required ? texts.choose : '–'}
        </option>
        {choices.map(({ value, label, isGone, isChosen }) => (
          <option value={textOf(value)} dir="auto" selected={isChosen}>
            {isGone ? `${isolated(label)} (${texts.gone})` : labelIn(texts, value, label)}
          </option>
        ))}
      </select>
    </div>
  );
}

function renderOptions(view: FieldView, choices: Choice[]) {
  const { field, at, texts, onChoose } = view;
  const isRadio = field.type === 'radio';
  return (
    <div class="options">
      {choices.map((choice, index) => {
        const hint = hintIn(texts, choice.value, choice.hint);
        const id = `o${at}-${index}`;
        return (
          <label class="option" part="option">
            <input
              type={isRadio ? 'radio' : 'checkbox'}
              name={`f${at}`}
              value={textOf(choice.value)}
              checked={choice.isChosen}
              // The hint describes the choice and does not belong to its name.
              aria-labelledby={hint ? id : undefined}
              aria-describedby={hint ? `${id}h` : undefined}
              aria-invalid={!isRadio && isInvalid(view)}
              onChange={() => onChoose((form) => (isRadio ? choice.value : toggled(choicesOf(form, field), choice.value)))}
            />
            <span>
              <bdi id={id}>{choice.isGone ? choice.label : labelIn(texts, choice.value, choice.label)}</bdi>
              {choice.isGone && <span class="hint"> ({texts.gone})</span>}
              {hint && (
                <bdi class="hint" id={`${id}h`}>
                  {hint}
                </bdi>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}

function isInvalid({ form, field }: FieldView) {
  return form.errors.has(field.name) && 'true';
}

function description(view: FieldView, choices: readonly Choice[]) {
  const ids = hintsOf(view, choices).map((_, index) => `h${view.at}-${index}`);
  if (isInvalid(view)) ids.unshift(`e${view.at}`);
  return ids.join(' ') || undefined;
}

/** Wraps the text in Unicode isolates, for places where `bdi` is not possible. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
