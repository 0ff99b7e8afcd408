import { h } from '@stencil/core';
import { filled } from '../language/language';
import { choicesOf, switched, type Choice } from './choices';
import { labelIn, type ConfigTexts } from './config-texts';
import type { ConfigurationForm } from './configuration-form';
import type { Field } from './offered-fields';

interface Shown {
  form: ConfigurationForm;
  field: Field;
  /** In place of its name in the ids, because that may be anything. */
  at: number;
  texts: ConfigTexts;
  onChoose: (value: unknown) => void;
}

/** One field: its label, what there is to choose from, and its error. What the service says is text, with a direction of its own. */
export function renderField(shown: Shown) {
  const { form, field, at, texts } = shown;
  const { type, name, required } = field;
  const choices = choicesOf(form, field);
  const hint = !type ? texts.unknown : choices.length === 0 && texts.nothing;
  const label = [<bdi>{labelIn(texts, name, field.label)}</bdi>, ' ', required && <span class="mark">{texts.required}</span>];
  const control = (
    <div class="control">
      {hint ? <p class="hint">{hint}</p> : type === 'select' ? renderSelect(shown, choices) : renderOptions(shown, choices)}
      {renderError(shown)}
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
  // Only a group of radio buttons can be required or invalid as such; of other groups each control says it.
  const isRadio = type === 'radio';
  return (
    <fieldset
      class="field"
      part="field"
      key={name}
      tabindex={hint ? -1 : undefined}
      role={isRadio ? 'radiogroup' : undefined}
      aria-required={isRadio && String(required)}
      aria-invalid={isRadio && isInvalid(shown)}
      aria-describedby={description(shown)}
    >
      <legend class="label">{label}</legend>
      {control}
    </fieldset>
  );
}

function renderError({ form, field, at, texts }: Shown) {
  const refusal = form.errors.get(field.name);
  if (refusal === undefined) return null;
  return (
    <p class="error" id={`e${at}`}>
      {refusal === null ? texts.choose : filled(texts.rejected, { detail: isolated(refusal) })}
    </p>
  );
}

function renderSelect(shown: Shown, choices: Choice[]) {
  const { field, at, texts, onChoose } = shown;
  return (
    <div class="select">
      <select
        id={`f${at}`}
        required={field.required}
        aria-invalid={isInvalid(shown)}
        aria-describedby={description(shown)}
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

function renderOptions(shown: Shown, choices: Choice[]) {
  const { field, at, texts, onChoose } = shown;
  const isRadio = field.type === 'radio';
  return (
    <div class="options">
      {choices.map((choice) => (
        <label class="option" part="option">
          <input
            type={isRadio ? 'radio' : 'checkbox'}
            name={`f${at}`}
            checked={choice.isChosen}
            aria-invalid={!isRadio && isInvalid(shown)}
            onChange={() => onChoose(isRadio ? choice.value : switched(choices, choice))}
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

function isInvalid({ form, field }: Shown) {
  return form.errors.has(field.name) && 'true';
}

function description(shown: Shown) {
  return isInvalid(shown) ? `e${shown.at}` : undefined;
}

/** Between the marks that keep its direction to itself. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
