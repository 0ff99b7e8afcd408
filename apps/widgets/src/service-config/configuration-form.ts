import { failureOf, type FailureKind } from '../service/failure';
import { membersOf } from '../service/json';
import type { ServiceResponse } from '../service/request';
import { parseSettings, type Field, type LoadedSettings } from './loaded-settings';

type Values = ReadonlyMap<string, unknown>;

export interface Message {
  /** The key of a text. */
  text:
    | FailureKind
    | 'loading'
    | 'saving'
    | 'saved'
    | 'unsaved'
    | 'changed'
    | 'nothing'
    | 'ended'
    | 'unsaveable'
    | 'invalid'
    | 'unrepaired'
    | 'removed';
  /** From `Retry-After`. */
  waitMs: number;
  /** Errors of the service that belong to no field. */
  details: readonly string[];
}

/** Why a value is not accepted. `text`: the key of a text, which holds `detail` only for codes that this version does not know. */
export interface FieldError {
  text: 'choose' | 'gone' | 'rejected';
  detail: string;
}

/** The state of the form, in no language. Immutable: the functions below return a new form. */
export interface ConfigurationForm extends LoadedSettings {
  /** Of the stored values. Null: unknown. */
  etag: string | null;
  /** Unsaved changes. Saving sends these fields and no others. */
  chosen: Values;
  /** What the save in flight has sent. */
  sent: Values | null;
  /** Sent without a usable response: unknown whether it is stored, until the service returns the configuration again. */
  unconfirmed: Values;
  message: Message | null;
  /** A save was refused with 401, and no later response has accepted the token: the next token counts as renewed. */
  isTokenRefused: boolean;
  /** `Retry-After` is running. */
  isThrottled: boolean;
  /** By field name. */
  errors: ReadonlyMap<string, FieldError>;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** Statuses that prove that the service accepts the token; a 500, for example, proves nothing. */
const acceptsToken = [200, 403, 422];

/** By code of the service. */
const errorTexts: Readonly<Record<string, FieldError['text']>> = {
  required: 'choose',
  unknown_option: 'gone',
  unknown_field: 'gone',
};

export function say(text: Message['text'], waitMs = 0, details: readonly string[] = []): Message {
  return { text, waitMs, details };
}

function emptyWith(message: Message): ConfigurationForm {
  const empty = { fields: [], isPartial: false, etag: null, values: none, chosen: none, sent: null, unconfirmed: none, errors: none };
  return { ...empty, message, isTokenRefused: false, isThrottled: message.waitMs > 0 };
}

/** Also without a token, which pages often set a moment later. */
export const loading = emptyWith(say('loading'));

/** The form while it loads. Keeps unsaved changes unless a working form gets another token, which means another connection. */
export function reset({ fields, isTokenRefused, chosen }: ConfigurationForm): ConfigurationForm {
  const isOtherConnection = fields.length > 0 && !isTokenRefused;
  return { ...loading, chosen: isOtherConnection ? none : chosen };
}

/** The form for a response of GET /api/widget/configuration. */
export function loaded(response: ServiceResponse, { chosen } = loading): ConfigurationForm {
  const settings = response.status === 200 ? parseSettings(response.body) : null;
  if (!settings) return { ...emptyWith(failureMessage(response)), chosen };
  const form: ConfigurationForm = {
    ...loading,
    ...settings,
    etag: response.etag,
    message: settings.fields.length > 0 ? null : say('nothing'),
  };
  return form.fields.reduce((before, field) => (chosen.has(field.name) ? choose(before, field, chosen.get(field.name)) : before), form);
}

export function messageOf({ sent, message, chosen }: ConfigurationForm): Message | null {
  if (sent) return say('saving');
  return message ?? (chosen.size > 0 ? say('unsaved') : null);
}

/** Whether loading again could show a form. */
export function mayRetry({ fields, message }: ConfigurationForm): boolean {
  return fields.length === 0 && !['loading', 'nothing', 'refused', 'removed'].includes(message?.text ?? '');
}

/** The value that the form shows. */
export function valueOf({ chosen, values }: ConfigurationForm, field: Field): unknown {
  return chosen.has(field.name) ? chosen.get(field.name) : storedIn(values, field);
}

/** A missing `data_types` means that the sync is unrestricted, so all its options count as stored. */
function storedIn(values: Values, { type, name, options }: Field): unknown {
  const isUnrestricted = name === 'data_types' && type === 'multiselect' && !values.has(name);
  return isUnrestricted ? options.map(({ value }) => value) : values.get(name);
}

/** `value`: null clears an optional field. */
export function choose(form: ConfigurationForm, field: Field, value: unknown): ConfigurationForm {
  const { name } = field;
  const chosen = new Map(form.chosen).set(name, value);
  // Choosing the stored value undoes a change, unless another value is in flight or may have arrived.
  if (!form.sent?.has(name) && !form.unconfirmed.has(name) && isSame(value, storedIn(form.values, field) ?? null)) chosen.delete(name);
  return edited(form, chosen, new Map([...form.errors].filter(([other]) => other !== name)));
}

/** A save in flight cannot be undone, so the previous values of its fields become changes. */
export function discard(form: ConfigurationForm): ConfigurationForm {
  const stored = form.fields.map((field) => [field.name, storedIn(form.values, field)] as const);
  return edited(form, new Map(stored.filter(([name, value]) => form.sent?.has(name) && value !== undefined && value !== null)), none);
}

function edited(form: ConfigurationForm, chosen: Values, errors: ConfigurationForm['errors']): ConfigurationForm {
  return { ...form, chosen, errors, message: form.isThrottled ? form.message : null };
}

export function maySave({ chosen, sent, isThrottled }: ConfigurationForm): boolean {
  return chosen.size > 0 && !sent && !isThrottled;
}

/** Returns a form with `sent`, or with errors; the same form when there is nothing to save now. */
export function startSaving(form: ConfigurationForm): ConfigurationForm {
  if (!maySave(form)) return form;
  const required = form.fields.filter(({ type, required: is, options }) => type && is && options.length > 0);
  const errors = new Map(
    required.filter((field) => isEmpty(valueOf(form, field))).map(({ name }) => [name, { text: 'choose', detail: '' } as const]),
  );
  if (errors.size > 0) return { ...form, errors, message: say('invalid') };
  // Includes required values that are shown but not stored yet, or the service would refuse the save.
  const shown = required.filter(({ name }) => !form.values.has(name)).map((field) => [field.name, valueOf(form, field)] as const);
  return { ...form, sent: new Map([...form.chosen, ...shown]), errors, message: null };
}

/** The form after a response of PATCH /api/widget/configuration. No response discards an unsaved change. */
export function saved(form: ConfigurationForm, response: ServiceResponse): ConfigurationForm {
  const { status, body } = response;
  const { configuration, errors } = membersOf(body);
  const settled = { ...form, sent: null, isTokenRefused: status === 401 || (form.isTokenRefused && !acceptsToken.includes(status)) };
  if (status === 200 && Object(configuration) === configuration) {
    const values = new Map(Object.entries(membersOf(configuration)));
    const isUnsaved = ([name, value]: [string, unknown]) => !isSame(value, form.sent?.get(name)) && !isSame(value, values.get(name));
    const chosen = new Map([...form.chosen].filter(isUnsaved));
    return { ...settled, values, etag: response.etag, chosen, unconfirmed: none, message: chosen.size > 0 ? null : say('saved') };
  }
  if (status === 422 && Array.isArray(errors)) return { ...settled, ...fieldErrors(form, errors) };
  const message = failureMessage(response);
  const isRejected = message.waitMs > 0 || (status >= 400 && status < 500);
  if (!isRejected) settled.unconfirmed = new Map([...form.unconfirmed, ...(form.sent ?? none)]);
  // Not `refused`, which asks the user to reload the page: that would lose the changes.
  if (status === 401) message.text = 'unsaveable';
  return { ...settled, message, isThrottled: message.waitMs > 0 };
}

/** The form after a save that came too late, once the service has returned what is stored now. Unsaved changes stay. */
export function updated(response: ServiceResponse, form: ConfigurationForm): ConfigurationForm {
  const fresh = loaded(response, form);
  return fresh.fields.length > 0 ? { ...fresh, message: say('changed') } : form;
}

/** The form once `Retry-After` is over. */
export function released(form: ConfigurationForm): ConfigurationForm {
  return { ...form, isThrottled: false, message: form.fields.length > 0 ? null : say('failed') };
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Assigns the `errors: [{pointer, detail, code}]` of a problem to their fields. */
function fieldErrors({ fields }: ConfigurationForm, problems: unknown[]): Pick<ConfigurationForm, 'errors' | 'message'> {
  const errors = new Map<string, FieldError>();
  const details: string[] = [];
  for (const { pointer, detail, code } of problems.map(membersOf)) {
    // JSON Pointer (RFC 6901): `~1` is a slash and `~0` a tilde.
    const [, , name] = String(pointer)
      .split('/')
      .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
    if (name !== undefined && fields.some((field) => field.name === name)) errors.set(name, errorOf(code, String(detail)));
    else details.push([name, detail].join(' ').trim());
  }
  return { errors, message: say('invalid', 0, details) };
}

function errorOf(code: unknown, detail: string): FieldError {
  const text = Object.hasOwn(errorTexts, String(code)) && errorTexts[String(code)];
  return { text: text || 'rejected', detail };
}

function failureMessage(response: ServiceResponse): Message {
  const { kind, waitMs } = failureOf(response, { 403: 'ended', 412: 'changed' });
  return say(kind, waitMs);
}

/** Ignores the order of lists. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && [...one, ...other].every((item) => one.includes(item) && other.includes(item));
}
