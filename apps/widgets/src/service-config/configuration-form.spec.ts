import type { Answer } from '../service/ask';
import {
  choose,
  discard,
  loaded,
  loading,
  maySave,
  mayRetry,
  messageOf,
  released,
  saved,
  startSaving,
  valueOf,
  withoutToken,
  type ConfigurationForm,
} from './configuration-form';

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
const fields = [
  { type: 'radio', name: 'one', label: 'One', required: true, options },
  { type: 'multiselect', name: 'many', label: 'Many', required: false, options },
  { type: 'colour', name: 'odd', label: 'Odd', required: true, options: [] },
  { type: 'multiselect', name: 'a/b~c', label: 'Slash', required: true, options },
];
const stored = { one: 'a', many: ['a', 'b'], odd: { red: 1 }, 'a/b~c': ['a'], beside: 'kept' };

const answer = (status: number, body: unknown = {}, retryAfterMs: number | null = null): Answer => ({
  status,
  body,
  retryAfterMs,
  clockAheadMs: 0,
});
const form = loaded(answer(200, { schema: { fields }, configuration: stored }));
const put = (at: ConfigurationForm, name: string, value: unknown) =>
  choose(
    at,
    at.fields.find((field) => field.name === name)!,
    value,
  );
const sending = startSaving(put(form, 'one', 'b'));
const text = (at: ConfigurationForm) => messageOf(at)?.text;

describe('loading', () => {
  it('waits, shows the fields and their values, and says nothing more', () => {
    expect(text(loading)).toBe('loading');
    expect(form.fields.map(({ name }) => name)).toEqual(['one', 'many', 'odd', 'a/b~c']);
    expect(form.fields.map((field) => valueOf(form, field))).toEqual(['a', ['a', 'b'], { red: 1 }, ['a']]);
    expect([messageOf(form), maySave(form), mayRetry(form)]).toEqual([null, false, false]);
  });

  it('null schema: the widget shows a no-configuration-available message. This is not an error', () => {
    const nothing = loaded(answer(200, { schema: null, configuration: {} }));
    expect([text(nothing), mayRetry(nothing)]).toEqual(['nothing', false]);
  });

  it('without a token there is no access, and nothing to retry', () => {
    expect([text(withoutToken), mayRetry(withoutToken)]).toEqual(['refused', false]);
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
  ])('an answer of %d: %s, and trying again is offered: %p', (status, said, retry) => {
    const failed = loaded(answer(status, '<html>'));
    expect([text(failed), mayRetry(failed), failed.isHeld]).toEqual([said, retry, false]);
  });

  it.each([
    [429, 7_000, 'busy', 7_000],
    [429, null, 'busy', 10_000],
    [503, 2_000, 'failed', 2_000],
  ])('%d with Retry-After of %p ms: held so long', (status, retryAfterMs, said, waitMs) => {
    const held = loaded(answer(status, {}, retryAfterMs));
    expect(held).toMatchObject({ message: { text: said, waitMs }, isHeld: true });
    expect(released(held)).toMatchObject({ message: { text: said }, isHeld: false });
  });
});

describe('choosing', () => {
  it('makes unsaved changes; discarding them takes them back', () => {
    const changed = put(form, 'one', 'c');
    expect([text(changed), maySave(changed), valueOf(changed, changed.fields[0]!)]).toEqual(['unsaved', true, 'c']);
    expect(discard(changed)).toEqual(form);
  });

  it.each([
    ['one', 'a'],
    ['many', ['b', 'a']],
  ])('what is stored already is no change: %s', (name, value) => {
    expect(put(put(form, name, 'c'), name, value)).toEqual(form);
  });

  it.each([[[]], [['a']], [['a', 'b', 'c']], [['a', 'c']]])('another list is a change: %j', (value) => {
    expect(put(form, 'many', value).chosen).toEqual(new Map([['many', value]]));
  });

  it('leaves the form that it comes from as it is', () => {
    const before = structuredClone(form);
    put(form, 'one', 'c');
    expect(form).toEqual(before);
  });
});

describe('saving', () => {
  it('only changed fields are sent; an empty list means the customer selected nothing', () => {
    const { sent, message, errors } = startSaving(put(put(form, 'one', 'b'), 'many', []));
    expect(sent).toEqual(new Map<string, unknown>(Object.entries({ one: 'b', many: [] })));
    expect([message, errors.size]).toEqual([null, 0]);
  });

  it('nothing is sent when nothing has changed, and nothing twice', () => {
    expect(startSaving(form)).toBe(form);
    expect(startSaving(sending)).toBe(sending);
    expect(text(sending)).toBe('saving');
  });

  it('required and empty: an error at the field and no request; choosing takes the error away', () => {
    const refused = startSaving(put(form, 'a/b~c', []));
    expect(refused).toMatchObject({ sent: null, errors: new Map([['a/b~c', null]]), message: { text: 'invalid' } });
    expect(put(refused, 'a/b~c', ['b']).errors.size).toBe(0);
    expect(put(refused, 'one', 'b').errors.size).toBe(1);
    expect(discard(refused)).toEqual(form);
  });

  it('a required field of an unknown type does not stand in the way: its value is the service’s to judge', () => {
    const empty = loaded(answer(200, { schema: { fields }, configuration: { ...stored, odd: null } }));
    expect(startSaving(put(empty, 'one', 'b')).sent).toEqual(new Map([['one', 'b']]));
  });

  it('what the service has stored then is what counts', () => {
    const done = saved(sending, answer(200, { configuration: { ...stored, one: 'b', many: ['c'] } }));
    expect([text(done), maySave(done)]).toEqual(['saved', false]);
    expect(done.fields.slice(0, 2).map((field) => valueOf(done, field))).toEqual(['b', ['c']]);
  });

  it('changes made meanwhile stay, and are still not saved', () => {
    const busy = put(put(sending, 'many', ['c']), 'one', 'c');
    expect(text(busy)).toBe('saving');
    const done = saved(busy, answer(200, { configuration: { ...stored, one: 'b' } }));
    expect(done.chosen).toEqual(new Map<string, unknown>(Object.entries({ one: 'c', many: ['c'] })));
    expect([text(done), maySave(done)]).toEqual(['unsaved', true]);
  });

  it.each([
    [0, 'unreachable'],
    [400, 'failed'],
    [401, 'refused'],
    [403, 'ended'],
    [413, 'failed'],
    [422, 'failed'],
    [429, 'busy'],
    [500, 'failed'],
    [503, 'failed'],
    [200, 'failed'],
  ])('after an answer of %d (%s) what the user chose is still chosen', (status, said) => {
    const failed = saved(put(sending, 'many', ['c']), answer(status, null));
    expect(failed.chosen).toEqual(new Map<string, unknown>(Object.entries({ one: 'b', many: ['c'] })));
    expect([text(failed), failed.sent, failed.values]).toEqual([said, null, form.values]);
    expect(maySave(released(failed))).toBe(true);
  });

  it('429: no second request before the time is over, and the message stays so long', () => {
    const held = saved(sending, answer(429, {}, 3_000));
    expect([maySave(held), text(put(held, 'one', 'c')), text(discard(held))]).toEqual([false, 'busy', 'busy']);
    expect(startSaving(held)).toBe(held);
    expect(text(released(held))).toBe('unsaved');
    expect(text(put(released(held), 'one', 'c'))).toBe('unsaved');
  });
});

describe('422: errors are placed at their fields', () => {
  const refusedWith = (...errors: unknown[]) => saved(sending, answer(422, { errors }));

  it.each([
    ['/configuration/one', 'one'],
    ['/configuration/many/1', 'many'],
    ['/configuration/a~1b~0c', 'a/b~c'],
    ['/configuration/odd', 'odd'],
  ])('%s', (pointer, name) => {
    const refused = refusedWith({ pointer, detail: 'must be one of a' });
    expect(refused.errors).toEqual(new Map([[name, 'must be one of a']]));
    expect(refused).toMatchObject({ message: { text: 'invalid', details: [] }, sent: null, chosen: new Map([['one', 'b']]) });
  });

  it.each([
    ['/configuration/other', 'other'],
    ['/configuration/__proto__', '__proto__'],
    ['/configuration', ''],
    ['', ''],
    [undefined, ''],
  ])('what belongs to no field is in the summary: %s', (pointer, name) => {
    const { errors, message } = refusedWith({ pointer, detail: 'is not a field' });
    expect(errors.size).toBe(0);
    expect(message?.details).toEqual([`${name} is not a field`.trim()]);
  });

  it('errors of odd shapes are survived', () => {
    expect(text(refusedWith(null, 5, 'x', {}))).toBe('invalid');
    expect(text(saved(sending, answer(422, { errors: 'x' })))).toBe('failed');
  });
});
