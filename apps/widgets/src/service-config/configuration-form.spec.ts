import type { ServiceResponse } from '../service/request';
import {
  choose,
  discard,
  loaded,
  loading,
  maySave,
  mayRetry,
  messageOf,
  released,
  reset,
  saved,
  startSaving,
  updated,
  valueOf,
  type ConfigurationForm,
} from './configuration-form';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
const fields = [
  { type: 'radio', name: 'one', label: 'One', required: true, options },
  { type: 'multiselect', name: 'many', label: 'Many', required: false, options },
  { type: 'colour', name: 'odd', label: 'Odd', required: true, options: [] },
  { type: 'multiselect', name: 'a/b~c', label: 'Slash', required: true, options },
];
const stored = { one: 'a', many: ['a', 'b'], odd: { red: 1 }, 'a/b~c': ['a'], other: 'kept' };

const response = (status: number, body: unknown = {}, retryAfterMs: number | null = null, etag: string | null = null): ServiceResponse => ({
  status,
  body,
  retryAfterMs,
  clockAheadMs: 0,
  etag,
});
const formWith = (schemaFields: readonly object[], configuration: object) =>
  loaded(response(200, { schema: { fields: schemaFields }, configuration }));
const mapOf = (values: object) => new Map<string, unknown>(Object.entries(values));

const form = formWith(fields, stored);
const put = (at: ConfigurationForm, name: string, value: unknown) =>
  choose(
    at,
    at.fields.find((field) => field.name === name)!,
    value,
  );
const changed = put(form, 'one', 'b');
const saving = startSaving(changed);
const text = (at: ConfigurationForm) => messageOf(at)?.text;

describe('loading', () => {
  it('shows the fields with their values, and no message', () => {
    expect(text(loading)).toBe('loading');
    expect(form.fields.map(({ name }) => name)).toEqual(['one', 'many', 'odd', 'a/b~c']);
    expect(form.fields.map((field) => valueOf(form, field))).toEqual(['a', ['a', 'b'], { red: 1 }, ['a']]);
    expect([messageOf(form), maySave(form), mayRetry(form)]).toEqual([null, false, false]);
  });

  it('a null schema is not an error: there is nothing to set up', () => {
    const empty = loaded(response(200, { schema: null, configuration: {} }));
    expect([text(empty), mayRetry(empty)]).toEqual(['nothing', false]);
  });

  it('while it loads, there is nothing to retry', () => {
    expect([text(loading), mayRetry(loading)]).toEqual(['loading', false]);
  });

  it.each([
    [0, 'unreachable', true],
    [400, 'failed', true],
    [401, 'refused', false],
    [403, 'ended', true],
    [404, 'failed', true],
    [422, 'failed', true],
    [500, 'failed', true],
    [503, 'failed', true],
    [200, 'failed', true],
  ])('%d with an unusable body: %s, offers a retry: %p', (status, message, retry) => {
    const failed = loaded(response(status, '<html>'));
    expect([text(failed), mayRetry(failed), failed.isThrottled]).toEqual([message, retry, false]);
  });

  it.each([
    [429, 7_000, 7_000],
    [429, null, 10_000],
    [503, 2_000, 2_000],
  ])('%d with Retry-After of %p ms throttles for that long', (status, retryAfterMs, waitMs) => {
    const throttled = loaded(response(status, {}, retryAfterMs));
    expect(throttled).toMatchObject({ message: { text: 'busy', waitMs }, isThrottled: true });
    expect(released(throttled)).toMatchObject({ message: { text: 'failed' }, isThrottled: false });
  });
});

describe('choosing', () => {
  it('makes an unsaved change, and discarding undoes it', () => {
    expect([text(changed), maySave(changed), valueOf(changed, changed.fields[0]!)]).toEqual(['unsaved', true, 'b']);
    expect(discard(changed)).toEqual(form);
  });

  it.each([
    ['one', 'a'],
    ['many', ['b', 'a']],
  ])('the stored value of %s again is no change', (name, value) => {
    expect(put(put(form, name, 'c'), name, value)).toEqual(form);
  });

  it.each([[[]], [['a']], [['a', 'b', 'c']], [['a', 'c']]])('a list with other items is a change: %j', (value) => {
    expect(put(form, 'many', value).chosen).toEqual(mapOf({ many: value }));
  });

  it('does not modify the previous form', () => {
    const before = structuredClone(form);
    put(form, 'one', 'c');
    expect(form).toEqual(before);
  });
});

describe('what a save sends', () => {
  const optional = { type: 'select', name: 'optional', label: 'Optional', required: false, options };
  const dataTypes = { type: 'multiselect', name: 'data_types', label: 'Data', required: true, options };
  const optIn = (more: object) => [{ ...dataTypes, ...more }, fields[0]!];

  it.each<[title: string, before: ConfigurationForm, sent: object]>([
    ['only changed fields, an empty list included', put(changed, 'many', []), { one: 'b', many: [] }],
    ['null for a cleared optional field', put(formWith([optional], { optional: 'a' }), 'optional', null), { optional: null }],
    ['nothing for a required field of an unknown type', put(formWith(fields, { ...stored, odd: null }), 'one', 'b'), { one: 'b' }],
    ...['select', 'multiselect', 'radio'].map((type): [string, ConfigurationForm, object] => [
      `nothing for a required ${type} without options`,
      put(formWith(optIn({ type, options: [] }), { one: 'a' }), 'one', 'b'),
      { one: 'b' },
    ]),
    [
      'all options for a missing required data_types opt-in, as shown',
      put(formWith(optIn({}), { one: 'a' }), 'one', 'b'),
      { one: 'b', data_types: ['a', 'b', 'c'] },
    ],
    ['nothing for a missing optional opt-in', put(formWith(optIn({ required: false }), { one: 'a' }), 'one', 'b'), { one: 'b' }],
  ])('%s', (_title, before, sent) => {
    expect(startSaving(before)).toMatchObject({ sent: mapOf(sent), message: null, errors: new Map() });
  });

  it('nothing without a change, and nothing twice', () => {
    expect(startSaving(form)).toBe(form);
    expect(startSaving(saving)).toBe(saving);
    expect(text(saving)).toBe('saving');
    for (const configuration of [{}, { optional: null }]) {
      expect(put(put(formWith([optional], configuration), 'optional', 'b'), 'optional', null).chosen.size).toBe(0);
    }
  });

  const missing = { text: 'choose', detail: '' };

  it('nothing while a required field is empty: the error stays until the user chooses or discards', () => {
    const refused = startSaving(put(form, 'a/b~c', []));
    expect(refused).toMatchObject({ sent: null, errors: new Map([['a/b~c', missing]]), message: { text: 'invalid' } });
    expect(put(refused, 'a/b~c', ['b']).errors.size).toBe(0);
    expect(put(refused, 'one', 'b').errors.size).toBe(1);
    expect(discard(refused)).toEqual(form);
    const other = put(formWith(optIn({ name: 'other' }), { one: 'a' }), 'one', 'b');
    expect(startSaving(other)).toMatchObject({ sent: null, errors: new Map([['other', missing]]) });
  });
});

describe('a successful save', () => {
  it('shows what the service has stored', () => {
    const done = saved(saving, response(200, { configuration: { ...stored, one: 'b', many: ['c'] } }));
    expect([text(done), maySave(done)]).toEqual(['saved', false]);
    expect(done.fields.slice(0, 2).map((field) => valueOf(done, field))).toEqual(['b', ['c']]);
  });

  it('keeps changes made meanwhile', () => {
    const busy = put(put(saving, 'many', ['c']), 'one', 'c');
    expect(text(busy)).toBe('saving');
    const done = saved(busy, response(200, { configuration: { ...stored, one: 'b' } }));
    expect(done.chosen).toEqual(mapOf({ one: 'c', many: ['c'] }));
    expect([text(done), maySave(done)]).toEqual(['unsaved', true]);
  });

  it.each([
    ['choosing the previous value', (at: ConfigurationForm) => put(put(at, 'one', 'a'), 'many', ['b', 'a'])],
    ['discarding', discard],
  ])('keeps %s meanwhile as a change that the next save sends', (_title, act) => {
    const busy = act(startSaving(put(changed, 'many', ['c'])));
    expect([valueOf(busy, busy.fields[0]!), (valueOf(busy, busy.fields[1]!) as string[]).toSorted()]).toEqual(['a', ['a', 'b']]);
    const done = saved(busy, response(200, { configuration: { ...stored, one: 'b', many: ['c'] } }));
    expect([text(done), valueOf(done, done.fields[0]!)]).toEqual(['unsaved', 'a']);
    expect([...startSaving(done).sent!.keys()]).toEqual(['one', 'many']);
  });

  it('keeps an empty list that the user restored by discarding meanwhile', () => {
    const busy = discard(startSaving(put(formWith(fields, { ...stored, many: [] }), 'many', ['a'])));
    expect(saved(busy, response(200, { configuration: { ...stored, many: ['a'] } })).chosen).toEqual(mapOf({ many: [] }));
  });

  it('includes a value that was changed meanwhile and then chosen again', () => {
    const busy = put(put(saving, 'one', 'a'), 'one', 'b');
    expect(text(saved(busy, response(200, { configuration: { ...stored, one: 'b' } })))).toBe('saved');
  });

  it('discarding meanwhile invents no value where none was stored', () => {
    const empty = formWith(fields, { 'a/b~c': ['a'], many: ['a'] });
    const busy = discard(put(startSaving(put(empty, 'one', 'b')), 'many', ['c']));
    expect(busy.chosen.size).toBe(0);
    expect(text(saved(busy, response(200, { configuration: { ...stored, one: 'b' } })))).toBe('saved');
  });
});

describe('a failed save', () => {
  it.each([
    [0, 'unreachable'],
    [400, 'failed'],
    [401, 'unsaveable'],
    [403, 'ended'],
    [413, 'failed'],
    [422, 'failed'],
    [429, 'busy'],
    [500, 'failed'],
    [503, 'failed'],
    [200, 'failed'],
  ])('keeps every change: %d, %s', (status, message) => {
    const failed = saved(put(saving, 'many', ['c']), response(status, null));
    expect(failed.chosen).toEqual(mapOf({ one: 'b', many: ['c'] }));
    expect([text(failed), failed.sent, failed.values]).toEqual([message, null, form.values]);
    expect(maySave(released(failed))).toBe(true);
  });

  it.each([0, 500, 502, 503, 200])(
    'that may have been stored (%d) makes the previous value a change until the service confirms',
    (status) => {
      const back = put(saved(saving, response(status, null)), 'one', 'a');
      expect([text(back), maySave(back)]).toEqual(['unsaved', true]);
      expect(startSaving(back).sent).toEqual(mapOf({ one: 'a' }));
      const again = saved(startSaving(back), response(422, { errors: [] }));
      expect(put(put(again, 'one', 'b'), 'one', 'a').chosen).toEqual(mapOf({ one: 'a' }));
      const done = saved(startSaving(again), response(200, { configuration: stored }));
      expect(put(put(done, 'one', 'b'), 'one', 'a').chosen.size).toBe(0);
    },
  );

  it.each([
    [401, null],
    [403, null],
    [422, null],
    [429, null],
    [503, 2_000],
  ])('that was rejected (%d, Retry-After %p ms) leaves the previous value as stored', (status, retryAfterMs) => {
    expect(put(saved(saving, response(status, null, retryAfterMs)), 'one', 'a').chosen.size).toBe(0);
  });

  it('429: sends nothing and keeps its message until Retry-After is over', () => {
    const throttled = saved(saving, response(429, {}, 3_000));
    expect([maySave(throttled), text(put(throttled, 'one', 'c')), text(discard(throttled))]).toEqual([false, 'busy', 'busy']);
    expect(startSaving(throttled)).toBe(throttled);
    expect(text(released(throttled))).toBe('unsaved');
    expect(text(put(released(throttled), 'one', 'c'))).toBe('unsaved');
  });
});

describe('another token', () => {
  const renewed = (before: ConfigurationForm) => loaded(response(200, { schema: { fields }, configuration: stored }), reset(before));
  const refused = saved(saving, response(401));

  it('after a refused one keeps the changes that still are changes', () => {
    const both = saved(startSaving(put(changed, 'many', ['c'])), response(401));
    expect(renewed(both).chosen).toEqual(mapOf({ one: 'b', many: ['c'] }));
    expect(renewed(put(both, 'one', 'c')).chosen).toEqual(mapOf({ one: 'c', many: ['c'] }));
    expect(text(renewed(both))).toBe('unsaved');
    const other = response(200, { schema: { fields: fields.slice(0, 1) }, configuration: { one: 'b' } });
    expect(loaded(other, reset(both)).chosen.size).toBe(0);
  });

  it('keeps them also after no token, a second refusal and failures', () => {
    const again = [401, 500, 0].reduce((before, status) => loaded(response(status), reset(before)), reset(refused));
    expect(renewed(again).chosen).toEqual(mapOf({ one: 'b' }));
  });

  it.each([0, 429, 500, 503])('keeps them after the next save with the refused token fails with %d', (status) => {
    expect(renewed(saved(startSaving(refused), response(status))).chosen).toEqual(mapOf({ one: 'b' }));
  });

  it.each([200, 403, 422])('drops them once the service has accepted the refused token after all: %d', (status) => {
    const again = saved(startSaving(refused), response(status, { configuration: stored, errors: [] }));
    expect(renewed(put(again, 'one', 'c')).chosen.size).toBe(0);
  });

  it('drops them while the form works: it belongs to another connection', () => {
    expect(renewed(changed).chosen.size).toBe(0);
    expect(reset(changed)).toEqual(loading);
  });
});

describe('a missing required data_types opt-in', () => {
  it('is shown as unrestricted', () => {
    const field = { type: 'multiselect', name: 'data_types', label: 'Data', required: true, options };
    const absent = formWith([field], {});
    expect(valueOf(absent, absent.fields[0]!)).toEqual(['a', 'b', 'c']);
    expect(put(put(absent, 'data_types', ['a']), 'data_types', ['c', 'b', 'a']).chosen.size).toBe(0);
  });
});

describe('errors of a 422', () => {
  const refusedWith = (...errors: unknown[]) => saved(saving, response(422, { errors }));

  it.each([
    ['/configuration/one', 'one'],
    ['/configuration/many/1', 'many'],
    ['/configuration/a~1b~0c', 'a/b~c'],
    ['/configuration/odd', 'odd'],
  ])('%s belongs to the field %s', (pointer, name) => {
    const refused = refusedWith({ pointer, detail: 'must be one of a' });
    expect(refused.errors).toEqual(new Map([[name, { text: 'rejected', detail: 'must be one of a' }]]));
    expect(refused).toMatchObject({ message: { text: 'invalid', details: [] }, sent: null, chosen: mapOf({ one: 'b' }) });
  });

  it.each([
    ['/configuration/other', 'other'],
    ['/configuration/__proto__', '__proto__'],
    ['/configuration', ''],
    ['', ''],
    [undefined, ''],
  ])('%s belongs to no field and goes into the summary', (pointer, name) => {
    const { errors, message } = refusedWith({ pointer, detail: 'is not a field' });
    expect(errors.size).toBe(0);
    expect(message?.details).toEqual([`${name} is not a field`.trim()]);
  });

  it.each([
    ['required', 'choose'],
    ['unknown_option', 'gone'],
    ['unknown_field', 'gone'],
    ['wrong_type', 'rejected'],
    ['toString', 'rejected'],
    [undefined, 'rejected'],
  ])('the code %s is shown as the text %s', (code, shown) => {
    const { errors } = refusedWith({ pointer: '/configuration/one', detail: 'In English', code });
    expect(errors.get('one')).toEqual({ text: shown, detail: 'In English' });
  });

  it('of an unexpected shape do no harm', () => {
    expect(text(refusedWith(null, 5, 'x', {}))).toBe('invalid');
    expect(text(saved(saving, response(422, { errors: 'x' })))).toBe('failed');
  });
});

describe('settings that another user has changed since they were loaded', () => {
  const loadedAt = (etag: string, configuration: object) => response(200, { schema: { fields }, configuration }, null, etag);
  const mine = startSaving(put(loaded(loadedAt('"1"', stored)), 'one', 'b'));
  const refused = saved(mine, response(412));

  it('are known by their entity tag, which each save renews', () => {
    expect(mine.etag).toBe('"1"');
    expect(saved(mine, response(200, { configuration: stored }, null, '"2"')).etag).toBe('"2"');
  });

  it('are shown with the unsaved changes, which the next save sends for the new state', () => {
    expect([text(refused), maySave(refused)]).toEqual(['changed', true]);
    const fresh = updated(loadedAt('"2"', { ...stored, many: ['c'] }), refused);
    expect(fresh.fields.map((field) => valueOf(fresh, field))).toEqual(['b', ['c'], { red: 1 }, ['a']]);
    expect([text(fresh), fresh.etag, startSaving(fresh).sent]).toEqual(['changed', '"2"', mapOf({ one: 'b' })]);
  });

  it.each([response(0), response(500), response(200, '<html>')])(
    'stay as they are while the service does not return them: %j',
    (failed) => {
      expect(updated(failed, refused)).toBe(refused);
    },
  );
});
