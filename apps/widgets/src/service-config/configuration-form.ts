import type { Answer } from '../service/ask';
import { membersOf } from '../service/json';
import { troubleOf, type CommonTrouble } from '../service/trouble';
import { offerOf, type Field, type Offer } from './offered-fields';

type Values = ReadonlyMap<string, unknown>;

/** What the widget has to say about itself: the keys of its texts. */
export interface Message {
  text: CommonTrouble | 'loading' | 'saving' | 'saved' | 'unsaved' | 'nothing' | 'ended' | 'unsaveable' | 'invalid';
  /** How long the service asks to wait. */
  waitMs: number;
  /** What the service said that belongs to no field. */
  details: readonly string[];
}

/** All that the widget shows and keeps, in no language yet. Every function below answers a new one. */
export interface ConfigurationForm extends Offer {
  /** What the user changed and is not saved; of all other fields nothing is ever sent. */
  chosen: Values;
  /** What is on its way to the service. */
  sent: Values | null;
  /** What was sent and not answered: whether it is stored nobody knows until the service tells what is. */
  unanswered: Values;
  message: Message | null;
  /** The service did not take the token when something was saved, and has told nothing since: the next one will be a renewed one. */
  isRefused: boolean;
  /** No request before the time is over that the service asked to wait. */
  isHeld: boolean;
  /** By field name: what the service said about it; null when nothing is chosen where something must be. */
  errors: ReadonlyMap<string, string | null>;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** Statuses of the service when it has taken the token. No other one tells that, for example 500. */
const ofToken = [200, 403, 422];

function say(text: Message['text'], waitMs = 0, details: readonly string[] = []): Message {
  return { text, waitMs, details };
}

function without(message: Message): ConfigurationForm {
  const empty = { fields: [], isPartial: false, values: none, chosen: none, sent: null, unanswered: none, errors: none };
  return { ...empty, message, isRefused: false, isHeld: message.waitMs > 0 };
}

export const withoutToken = without(say('refused'));
export const loading = without(say('loading'));

/**
 * Before an answer. What was chosen is kept, also for a token that comes in place of a refused one, because that is a renewed one; but a form that
 * works gets another token only for another connection.
 */
export function reset({ fields, isRefused, chosen }: ConfigurationForm, hasToken: boolean): ConfigurationForm {
  const isOther = fields.length > 0 && !isRefused;
  return { ...(hasToken ? loading : withoutToken), chosen: isOther ? none : chosen };
}

/** The form that the answer to GET /api/widget/configuration makes. */
export function loaded(answer: Answer, chosen: Values = none): ConfigurationForm {
  const offer = answer.status === 200 ? offerOf(answer.body) : null;
  if (!offer) return { ...without(failureOf(answer)), chosen };
  // "Null schema: the widget shows a no-configuration-available message. This is not an error."
  const form: ConfigurationForm = { ...loading, ...offer, message: offer.fields.length > 0 ? null : say('nothing') };
  return form.fields.reduce((before, field) => (chosen.has(field.name) ? choose(before, field, chosen.get(field.name)) : before), form);
}

export function messageOf({ sent, message, chosen }: ConfigurationForm): Message | null {
  if (sent) return say('saving');
  return message ?? (chosen.size > 0 ? say('unsaved') : null);
}

/** With another token or at another time there may be something to show. */
export function mayRetry({ fields, message }: ConfigurationForm): boolean {
  return fields.length === 0 && !['loading', 'nothing', 'refused'].includes(message?.text ?? '');
}

/** As it is shown. */
export function valueOf({ chosen, values }: ConfigurationForm, field: Field): unknown {
  return chosen.has(field.name) ? chosen.get(field.name) : storedIn(values, field);
}

/** "A configuration.data_types opt-in that is absent means unrestricted." */
function storedIn(values: Values, { type, name, options }: Field): unknown {
  const isUnrestricted = name === 'data_types' && type === 'multiselect' && !values.has(name);
  return isUnrestricted ? options.map(({ value }) => value) : values.get(name);
}

/** `value`: null takes back what is chosen in a field that is not required. */
export function choose(form: ConfigurationForm, field: Field, value: unknown): ConfigurationForm {
  const { name } = field;
  const chosen = new Map(form.chosen).set(name, value);
  // Where something else is on its way or may have arrived, what was stored before is a change as well.
  if (!form.sent?.has(name) && !form.unanswered.has(name) && isSame(value, storedIn(form.values, field) ?? null)) chosen.delete(name);
  return edited(form, chosen, new Map([...form.errors].filter(([other]) => other !== name)));
}

/** What is on its way cannot be taken back: of that the values before it are chosen. */
export function discard(form: ConfigurationForm): ConfigurationForm {
  const before = form.fields.map((field) => [field.name, storedIn(form.values, field)] as const);
  return edited(form, new Map(before.filter(([name, value]) => form.sent?.has(name) && value !== undefined && value !== null)), none);
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
  const required = form.fields.filter(({ type, required: is, options }) => type && is && options.length > 0);
  const errors = new Map(required.filter((field) => isMissing(valueOf(form, field))).map(({ name }) => [name, null]));
  if (errors.size > 0) return { ...form, errors, message: say('invalid') };
  // What is required and shown, but not stored, goes along.
  const shown = required.filter(({ name }) => !form.values.has(name)).map((field) => [field.name, valueOf(form, field)] as const);
  return { ...form, sent: new Map([...form.chosen, ...shown]), errors, message: null };
}

/** Once PATCH /api/widget/configuration was answered. Whatever the answer: what the user chose and is not saved stays chosen. */
export function saved(form: ConfigurationForm, answer: Answer): ConfigurationForm {
  const { status, body } = answer;
  const { configuration, errors } = membersOf(body);
  const answered = { ...form, sent: null, isRefused: status === 401 || (form.isRefused && !ofToken.includes(status)) };
  if (status === 200 && Object(configuration) === configuration) {
    const values = new Map(Object.entries(membersOf(configuration)));
    const isOpen = ([name, value]: [string, unknown]) => !isSame(value, form.sent?.get(name)) && !isSame(value, values.get(name));
    const chosen = new Map([...form.chosen].filter(isOpen));
    return { ...answered, values, chosen, unanswered: none, message: chosen.size > 0 ? null : say('saved') };
  }
  if (status === 422 && Array.isArray(errors)) return { ...answered, ...refusals(form, errors) };
  const message = failureOf(answer);
  const isTurnedAway = message.waitMs > 0 || (status >= 400 && status < 500);
  if (!isTurnedAway) answered.unanswered = new Map([...form.unanswered, ...(form.sent ?? none)]);
  // Not "please reload the page", which would lose what is chosen.
  if (status === 401) message.text = 'unsaveable';
  return { ...answered, message, isHeld: message.waitMs > 0 };
}

/** When the time is over that the service asked to wait. */
export function released(form: ConfigurationForm): ConfigurationForm {
  return { ...form, isHeld: false, message: form.fields.length > 0 ? null : say('failed') };
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
  return { errors, message: say('invalid', 0, details) };
}

function failureOf(answer: Answer): Message {
  const { kind, waitMs } = troubleOf(answer, { 403: 'ended' });
  return say(kind, waitMs);
}

/** Lists are the same in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && [...one, ...other].every((item) => one.includes(item) && other.includes(item));
}
