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
  reset,
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
    [429, 7_000, 7_000],
    [429, null, 10_000],
    [503, 2_000, 2_000],
  ])('%d with Retry-After of %p ms: held so long, and after that nothing is said of waiting', (status, retryAfterMs, waitMs) => {
    const held = loaded(answer(status, {}, retryAfterMs));
    expect(held).toMatchObject({ message: { text: 'busy', waitMs }, isHeld: true });
    expect(released(held)).toMatchObject({ message: { text: 'failed' }, isHeld: false });
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
  it('a field that is not required is emptied with null; one that has no value is not changed by that', () => {
    const optional = { type: 'select', name: 'optional', label: 'Optional', required: false, options };
    const offered = (configuration: object) => loaded(answer(200, { schema: { fields: [optional] }, configuration }));
    expect(startSaving(put(offered({ optional: 'a' }), 'optional', null)).sent).toEqual(new Map([['optional', null]]));
    for (const stored of [{}, { optional: null }]) {
      expect(put(put(offered(stored), 'optional', 'b'), 'optional', null).chosen.size).toBe(0);
    }
  });

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
    ['what was stored before', (at: ConfigurationForm) => put(put(at, 'one', 'a'), 'many', ['b', 'a'])],
    ['discarding', discard],
  ])('%s, meanwhile, is a change like any other: it is not lost, and the next save sends it', (_name, act) => {
    const busy = act(startSaving(put(put(form, 'one', 'b'), 'many', ['c'])));
    expect(busy.fields.map((field) => valueOf(busy, field)).slice(0, 2)).toEqual(
      ['a', ['a', 'b']].map((value) => (value === 'a' ? value : expect.arrayContaining(['a', 'b']))),
    );
    const done = saved(busy, answer(200, { configuration: { ...stored, one: 'b', many: ['c'] } }));
    expect([text(done), valueOf(done, done.fields[0]!)]).toEqual(['unsaved', 'a']);
    expect([...startSaving(done).sent!.keys()]).toEqual(['one', 'many']);
  });

  it('discarding meanwhile brings back also a list in which nothing was selected', () => {
    const nothing = loaded(answer(200, { schema: { fields }, configuration: { ...stored, many: [] } }));
    const busy = discard(startSaving(put(nothing, 'many', ['a'])));
    expect(saved(busy, answer(200, { configuration: { ...stored, many: ['a'] } })).chosen).toEqual(new Map([['many', []]]));
  });

  it('what is chosen again as it was sent is saved with it', () => {
    const busy = put(put(sending, 'one', 'a'), 'one', 'b');
    expect(text(saved(busy, answer(200, { configuration: { ...stored, one: 'b' } })))).toBe('saved');
  });

  it('discarding meanwhile takes back what is not on its way, and makes up no value where none was stored', () => {
    const empty = loaded(answer(200, { schema: { fields }, configuration: { 'a/b~c': ['a'], many: ['a'] } }));
    const busy = discard(put(startSaving(put(empty, 'one', 'b')), 'many', ['c']));
    expect(busy.chosen.size).toBe(0);
    expect(text(saved(busy, answer(200, { configuration: { ...stored, one: 'b' } })))).toBe('saved');
  });

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
  ])('after an answer of %d (%s) what the user chose is still chosen', (status, said) => {
    const failed = saved(put(sending, 'many', ['c']), answer(status, null));
    expect(failed.chosen).toEqual(new Map<string, unknown>(Object.entries({ one: 'b', many: ['c'] })));
    expect([text(failed), failed.sent, failed.values]).toEqual([said, null, form.values]);
    expect(maySave(released(failed))).toBe(true);
  });

  it.each([[0], [500], [502], [503], [200]])(
    'after a save that was not answered (%d) what was stored before is a change like any other, until the service tells what is stored',
    (status) => {
      const back = put(saved(sending, answer(status, null)), 'one', 'a');
      expect([text(back), maySave(back)]).toEqual(['unsaved', true]);
      expect(startSaving(back).sent).toEqual(new Map([['one', 'a']]));
      const again = saved(startSaving(back), answer(422, { errors: [] }));
      expect(put(put(again, 'one', 'b'), 'one', 'a').chosen).toEqual(new Map([['one', 'a']]));
      const done = saved(startSaving(again), answer(200, { configuration: stored }));
      expect(put(put(done, 'one', 'b'), 'one', 'a').chosen.size).toBe(0);
    },
  );

  it.each([
    [401, null],
    [403, null],
    [422, null],
    [429, null],
    [503, 2_000],
  ])('after a save that was turned away (%d, to wait %s ms) what was stored before is no change', (status, waitMs) => {
    expect(put(saved(sending, answer(status, null, waitMs)), 'one', 'a').chosen.size).toBe(0);
  });

  it('429: no second request before the time is over, and the message stays so long', () => {
    const held = saved(sending, answer(429, {}, 3_000));
    expect([maySave(held), text(put(held, 'one', 'c')), text(discard(held))]).toEqual([false, 'busy', 'busy']);
    expect(startSaving(held)).toBe(held);
    expect(text(released(held))).toBe('unsaved');
    expect(text(put(released(held), 'one', 'c'))).toBe('unsaved');
  });
});

describe('another token', () => {
  const offered = answer(200, { schema: { fields }, configuration: stored });
  const changed = put(form, 'one', 'b');
  const renewed = (before: ConfigurationForm) => loaded(offered, reset(before, true).chosen);

  it('in place of a refused one is a renewed one: what was chosen is kept, as far as it is still a change', () => {
    const refused = saved(startSaving(put(changed, 'many', ['c'])), answer(401));
    expect(renewed(refused).chosen).toEqual(new Map<string, unknown>(Object.entries({ one: 'b', many: ['c'] })));
    expect(renewed(put(refused, 'one', 'c')).chosen).toEqual(new Map<string, unknown>(Object.entries({ one: 'c', many: ['c'] })));
    expect(text(renewed(refused))).toBe('unsaved');
    const other = answer(200, { schema: { fields: fields.slice(0, 1) }, configuration: { one: 'b' } });
    expect(loaded(other, reset(refused, true).chosen).chosen.size).toBe(0);
  });

  it('keeps it also after no token, a second refusal and a failure', () => {
    const refused = saved(startSaving(changed), answer(401));
    const again = [401, 500, 0].reduce((before, status) => loaded(answer(status), reset(before, true).chosen), reset(refused, false));
    expect(renewed(again).chosen).toEqual(new Map([['one', 'b']]));
  });

  it.each([0, 429, 500, 503])('keeps it also when the next save with the refused one is answered with %d', (status) => {
    const again = saved(startSaving(saved(startSaving(changed), answer(401))), answer(status));
    expect(renewed(again).chosen).toEqual(new Map([['one', 'b']]));
  });

  it.each([200, 403, 422])('is that of another connection once the service has taken the refused one after all: %d', (status) => {
    const again = saved(startSaving(saved(startSaving(changed), answer(401))), answer(status, { configuration: stored, errors: [] }));
    expect(renewed(put(again, 'one', 'c')).chosen.size).toBe(0);
  });

  it('while the form works is that of another connection, for which nothing was chosen', () => {
    expect(renewed(changed).chosen.size).toBe(0);
    const again = saved(startSaving(saved(startSaving(changed), answer(401))), answer(200, { configuration: { ...stored, one: 'b' } }));
    expect(renewed(put(again, 'one', 'c')).chosen.size).toBe(0);
    expect(reset(changed, false)).toEqual(withoutToken);
  });
});

describe('what is required', () => {
  const required = (more: object) => ({ type: 'multiselect', name: 'data_types', label: 'Data', required: true, options, ...more });
  const formOf = (field: object) => loaded(answer(200, { schema: { fields: [field, fields[0]] }, configuration: { one: 'a' } }));

  it.each(['select', 'multiselect', 'radio'])('but has no options is not demanded: %s', (type) => {
    expect(startSaving(put(formOf(required({ type, options: [] })), 'one', 'b')).sent).toEqual(new Map([['one', 'b']]));
  });

  it('and absent, is shown as what a save would send: a configuration.data_types opt-in that is absent means unrestricted', () => {
    const absent = formOf(required({}));
    expect(valueOf(absent, absent.fields[0]!)).toEqual(['a', 'b', 'c']);
    const { sent } = startSaving(put(absent, 'one', 'b'));
    expect(sent).toEqual(new Map<string, unknown>(Object.entries({ one: 'b', data_types: ['a', 'b', 'c'] })));
    expect(put(put(absent, 'data_types', ['a']), 'data_types', ['c', 'b', 'a']).chosen.size).toBe(0);
  });

  it('and absent, of any other list: nothing is chosen, and a save demands it', () => {
    expect(startSaving(put(formOf(required({ name: 'other' })), 'one', 'b'))).toMatchObject({
      sent: null,
      errors: new Map([['other', null]]),
    });
  });

  it('but not, and absent, is not sent', () => {
    expect(startSaving(put(formOf(required({ required: false })), 'one', 'b')).sent).toEqual(new Map([['one', 'b']]));
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
