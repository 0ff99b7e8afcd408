import { h } from '@stencil/core';
import { interpolate } from '../language/language';
import { choicesOf, toggled, type Choice } from './choices';
import { labelIn, type ConfigTexts } from './config-texts';
import type { ConfigurationForm } from './configuration-form';
import type { Field } from './loaded-settings';

interface FieldView {
  form: ConfigurationForm;
  field: Field;
  /** Index for ids, because the name may be any text. */
  at: number;
  texts: ConfigTexts;
  onChoose: (value: unknown) => void;
}

/** A field with its label, choices and error. `bdi` gives texts of the service a direction of their own. */
export function renderField(view: FieldView) {
  const { form, field, at, texts } = view;
  const { type, name, required } = field;
  const choices = choicesOf(form, field);
  const hint = !type ? texts.unknown : choices.length === 0 && texts.nothing;
  const label = [<bdi>{labelIn(texts, name, field.label)}</bdi>, ' ', required && <span class="mark">{texts.required}</span>];
  const control = (
    <div class="control">
      {hint ? <p class="hint">{hint}</p> : type === 'select' ? renderSelect(view, choices) : renderOptions(view, choices)}
      {renderError(view)}
    </div>
  );
  if (type === 'select' && !hint) {
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
      tabindex={hint ? -1 : undefined}
      role={isRadio ? 'radiogroup' : undefined}
      aria-required={isRadio && String(required)}
      aria-invalid={isRadio && isInvalid(view)}
      aria-describedby={description(view)}
    >
      <legend class="label">{label}</legend>
      {control}
    </fieldset>
  );
}

function renderError({ form, field, at, texts }: FieldView) {
  const refusal = form.errors.get(field.name);
  if (refusal === undefined) return null;
  return (
    <p class="error" id={`e${at}`}>
      {refusal === null ? texts.choose : interpolate(texts.rejected, { detail: isolated(refusal) })}
    </p>
  );
}

function renderSelect(view: FieldView, choices: Choice[]) {
  const { field, at, texts, onChoose } = view;
  return (
    <div class="select">
      <select
        id={`f${at}`}
        required={field.required}
        aria-invalid={isInvalid(view)}
        aria-describedby={description(view)}
        onChange={({ target }) =>
          onChoose(choices.find((_, index) => String(index) === (target as HTMLSelectElement).value)?.value ?? null)
        }
      >
        <option value="" disabled={field.required} hidden={field.required} selected={!choices.some(({ isChosen }) => isChosen)}>
          {field.required ? texts.choose : '–'}
        </option>
        {choices.map(({ value, label, isGone, isChosen }, index) => (
          <option value={index} dir="auto" selected={isChosen}>
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
      {choices.map((choice) => (
        <label class="option" part="option">
          <input
            type={isRadio ? 'radio' : 'checkbox'}
            name={`f${at}`}
            checked={choice.isChosen}
            aria-invalid={!isRadio && isInvalid(view)}
            onChange={() => onChoose(isRadio ? choice.value : toggled(choices, choice))}
          />
          <span>
            <bdi>{choice.isGone ? choice.label : labelIn(texts, choice.value, choice.label)}</bdi>
            {choice.isGone && <span class="hint"> ({texts.gone})</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

function isInvalid({ form, field }: FieldView) {
  return form.errors.has(field.name) && 'true';
}

function description(view: FieldView) {
  return isInvalid(view) ? `e${view.at}` : undefined;
}

/** Wraps the text in Unicode isolates, for places where `bdi` is not possible. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
