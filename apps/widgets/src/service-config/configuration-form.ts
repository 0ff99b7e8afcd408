import type { Answer } from '../service/ask';
import { membersOf, offerOf, type Field, type Offer } from './offered-fields';

type Values = ReadonlyMap<string, unknown>;

/** What the widget has to say about itself: the keys of its texts. */
export interface Message {
  text: 'loading' | 'saving' | 'saved' | 'unsaved' | 'nothing' | 'unreachable' | 'failed' | 'busy' | 'refused' | 'ended' | 'invalid';
  /** How long the service asks to wait. */
  waitMs?: number;
  /** What the service said that belongs to no field. */
  details?: readonly string[];
}

/** All that the widget shows and keeps, in no language yet. Every function below answers a new one. */
export interface ConfigurationForm extends Offer {
  /** What the user changed and is not saved; of all other fields nothing is ever sent. */
  chosen: Values;
  /** What is on its way to the service. */
  sent: Values | null;
  message: Message | null;
  /** No request before the time is over that the service asked to wait. */
  isHeld: boolean;
  /** By field name: what the service said about it; null when nothing is chosen where something must be. */
  errors: ReadonlyMap<string, string | null>;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

function without(message: Message): ConfigurationForm {
  return { fields: [], isPartial: false, values: none, chosen: none, sent: null, message, isHeld: !!message.waitMs, errors: none };
}

export const withoutToken = without({ text: 'refused' });
export const loading = without({ text: 'loading' });

/** The form that the answer to GET /api/widget/configuration makes. */
export function loaded(answer: Answer): ConfigurationForm {
  const offer = answer.status === 200 ? offerOf(answer.body) : null;
  if (!offer) return without(failureOf(answer));
  // "Null schema: the widget shows a no-configuration-available message. This is not an error."
  return { ...loading, ...offer, message: offer.fields.length > 0 ? null : { text: 'nothing' } };
}

export function messageOf({ sent, message, chosen }: ConfigurationForm): Message | null {
  if (sent) return { text: 'saving' };
  return message ?? (chosen.size > 0 ? { text: 'unsaved' } : null);
}

/** With another token or at another time there may be something to show. */
export function mayRetry({ fields, message }: ConfigurationForm): boolean {
  return fields.length === 0 && !['loading', 'nothing', 'refused'].includes(message?.text ?? '');
}

export function valueOf({ chosen, values }: ConfigurationForm, { name }: Field): unknown {
  return (chosen.has(name) ? chosen : values).get(name);
}

export function choose(form: ConfigurationForm, { name }: Field, value: unknown): ConfigurationForm {
  const chosen = new Map(form.chosen).set(name, value);
  if (isSame(value, form.values.get(name))) chosen.delete(name);
  return edited(form, chosen, new Map([...form.errors].filter(([other]) => other !== name)));
}

export function discard(form: ConfigurationForm): ConfigurationForm {
  return edited(form, none, none);
}

function edited(form: ConfigurationForm, chosen: Values, errors: ConfigurationForm['errors']): ConfigurationForm {
  return { ...form, chosen, errors, message: form.isHeld ? form.message : null };
}

export function maySave({ chosen, sent, isHeld }: ConfigurationForm): boolean {
  return chosen.size > 0 && !sent && !isHeld;
}

/** With something `sent`, or with the errors that stand against it; the very same form when there is nothing to save now. */
export function startSaving(form: ConfigurationForm): ConfigurationForm {
  if (!maySave(form)) return form;
  const empty = form.fields.filter((field) => field.type && field.required && isMissing(valueOf(form, field)));
  const errors = new Map(empty.map(({ name }) => [name, null]));
  return errors.size > 0 ? { ...form, errors, message: { text: 'invalid' } } : { ...form, sent: form.chosen, errors, message: null };
}

/** Once PATCH /api/widget/configuration was answered. Whatever the answer: what the user chose and is not saved stays chosen. */
export function saved(form: ConfigurationForm, answer: Answer): ConfigurationForm {
  const { status, body } = answer;
  const { configuration, errors } = membersOf(body);
  if (status === 200 && Object(configuration) === configuration) {
    const values = new Map(Object.entries(membersOf(configuration)));
    const isOpen = ([name, value]: [string, unknown]) => !isSame(value, form.sent?.get(name)) && !isSame(value, values.get(name));
    const chosen = new Map([...form.chosen].filter(isOpen));
    return { ...form, sent: null, values, chosen, message: chosen.size > 0 ? null : { text: 'saved' } };
  }
  if (status === 422 && Array.isArray(errors)) return { ...form, sent: null, ...refusals(form, errors) };
  const message = failureOf(answer);
  return { ...form, sent: null, message, isHeld: !!message.waitMs };
}

/** When the time is over that the service asked to wait. */
export function released(form: ConfigurationForm): ConfigurationForm {
  return { ...form, isHeld: false, message: form.fields.length > 0 ? null : form.message };
}

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The `errors: [{pointer, detail}]` of a problem, each at its field. */
function refusals({ fields }: ConfigurationForm, problems: unknown[]): Pick<ConfigurationForm, 'errors' | 'message'> {
  const errors = new Map<string, string>();
  const details: string[] = [];
  for (const { pointer, detail } of problems.map(membersOf)) {
    // RFC 6901: `~1` stands for a slash and `~0` for a tilde.
    const [, , name] = String(pointer)
      .split('/')
      .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
    if (name !== undefined && fields.some((field) => field.name === name)) errors.set(name, String(detail));
    else details.push([name, detail].join(' ').trim());
  }
  return { errors, message: { text: 'invalid', details } };
}

function failureOf({ status, retryAfterMs }: Answer): Message {
  const text = ({ 0: 'unreachable', 401: 'refused', 403: 'ended', 429: 'busy' } as const)[status] ?? 'failed';
  return { text, waitMs: retryAfterMs ?? (text === 'busy' ? 10_000 : 0) };
}

/** Lists are the same in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && [...one, ...other].every((item) => one.includes(item) && other.includes(item));
}
