import type { ConfigurationForm, FullConnection } from '../api/representations';
import { actionsFor, type ConnectionAction } from './actions-for';
import { changedFields, draftOf, fieldError, shownConfiguration } from './configuration-draft';
import { parseObject } from './parse-object';
import { chosenStatus, filtersOfStatus, shownStatus, shownStatuses } from './statuses';

const shop = {
  system: { slug: 'commerce_b', name: 'Commerce B', capabilities: [] },
  tenant_id: 'a',
  capabilities: ['orders' as const],
  is_direct: false,
  sync_obstacle: null,
};

describe('what the panel offers for a connection', () => {
  type Installed = Exclude<FullConnection['status'], 'uninstalled'>;
  const expected: Record<Installed, [support: ConnectionAction[], more: ConnectionAction[]]> = {
    active: [
      ['sync', 'disconnect'],
      ['edit', 'credentials', 'uninstall'],
    ],
    pending: [['disconnect'], ['edit', 'uninstall']],
    error: [
      ['reconnect', 'disconnect'],
      ['edit', 'credentials', 'uninstall'],
    ],
    inactive: [[], ['edit', 'erase']],
    disconnected: [['reconnect'], ['edit', 'credentials', 'uninstall']],
  };

  it.each(Object.keys(expected) as Installed[])('%s: what the status allows, and more for super administrators', (status) => {
    const [support, more] = expected[status];
    expect(actionsFor({ ...shop, status }, false)).toEqual(support);
    expect(actionsFor({ ...shop, status }, true)).toEqual([...support, ...more]);
  });

  it('leaves out a sync that would import nothing unless it can say why, and credentials where there are none to verify', () => {
    expect(actionsFor({ ...shop, status: 'active', capabilities: [] }, false)).toEqual(['disconnect']);
    expect(actionsFor({ ...shop, status: 'active', capabilities: [], sync_obstacle: 'no_target' }, false)).toEqual(['sync', 'disconnect']);
    const direct = { ...shop.system, slug: 'mailing_platform' };
    for (const other of [{ system: direct }, { system: null }, { tenant_id: null }])
      expect(actionsFor({ ...shop, ...other, status: 'error' }, true)).not.toContain('credentials');
    const product = { ...shop, system: direct, is_direct: true, status: 'active' } as const;
    expect(actionsFor({ ...product, capabilities: [] }, false)).toEqual(['disconnect']);
    expect(actionsFor({ ...product, capabilities: [] }, true)).toEqual(['disconnect', 'edit', 'accessTokens', 'uninstall']);
  });
});

describe('how a connection looks', () => {
  it.each([
    ['active', null, 'active'],
    ['active', 'waiting_for_shop', 'waiting'],
    ['active', 'doctor_problem', 'impaired'],
    ['error', 'shop_unreachable', 'error'],
    ['pending', 'credentials_refused', 'pending'],
  ] as const)('%s, %s: %s', (status, code, shown) => {
    const reason = code && { code, message: '', since: '' };
    expect(shownStatus({ status, status_reason: reason, base_url: null } as unknown as FullConnection)).toBe(shown);
  });

  it.each(shownStatuses)('%s is a choice of the filter that comes back from the address', (shown) =>
    expect(chosenStatus(filtersOfStatus(shown))).toBe(shown),
  );
});

describe('the configuration of a connection', () => {
  const options = ['orders', 'products'].map((value) => ({ value, label: value.toUpperCase() }));
  const dataTypes = { name: 'data_types', label: 'Data', type: 'multiselect' as const, required: false, options };
  const mode = { name: 'mode', label: 'Mode', type: 'radio' as const, required: true, options };
  const form = (configuration: object): ConfigurationForm => ({
    schema: { fields: [dataTypes, mode] },
    configuration: { ...configuration },
  });

  it.each([
    [{ data_types: ['orders', 'gone'] }, ['ORDERS', 'gone'], []],
    [{ mode: 'orders', data_types: [] }, [], ['ORDERS']],
    [{}, ['ORDERS', 'PRODUCTS'], []],
  ])('shows %j in the words of its form; without data_types, all are imported', (configuration, data, modes) => {
    expect(shownConfiguration(form(configuration))).toEqual([
      { label: 'Data', values: data },
      { label: 'Mode', values: modes },
    ]);
  });

  it('sends the fields that were changed, and what is no option any more is dropped', () => {
    const stored = form({ data_types: ['orders', 'products'], mode: 'orders' });
    expect(changedFields(stored, draftOf(stored))).toEqual({});
    expect(changedFields(stored, { data_types: ['products', 'orders'], mode: ['products'] })).toEqual({ mode: 'products' });
    expect(changedFields(form({ data_types: ['gone'] }), draftOf(form({ data_types: ['gone'] })))).toEqual({ data_types: [] });
    expect(changedFields(form({}), { data_types: [], mode: [] })).toEqual({ data_types: [] });
  });

  it('finds the refusal of a field or of an item in it', () => {
    const errors = { '/configuration/data_types/1': 'is no option', '/configuration/a~1b': 'is unknown' };
    expect(['data_types', 'a/b', 'data'].map((name) => fieldError(errors, name))).toEqual(['is no option', 'is unknown', undefined]);
  });
});

it.each([
  ['{"a": [1]}', { a: [1] }],
  ['[]', null],
  ['null', null],
  ['{"a"', null],
])('meta is a JSON object: %s', (text, value) => expect(parseObject(text)).toEqual(value));
