import { connectionStatuses } from '../api/representations';
import { actionsFor } from './actions-for';
import { shownConfiguration } from './shown-configuration';

describe('what the panel offers for a connection', () => {
  const expected = {
    active: ['sync', 'disconnect'],
    pending: ['disconnect'],
    error: ['reconnect', 'disconnect'],
    inactive: [],
    disconnected: ['reconnect'],
  };

  it.each(connectionStatuses)('%s: what the status allows, and uninstalling for super administrators only', (status) => {
    const connection = { status, capabilities: ['orders' as const] };
    expect(actionsFor(connection, false)).toEqual(expected[status]);
    expect(actionsFor(connection, true)).toEqual([...expected[status], 'uninstall']);
  });

  it('leaves out a sync that would import nothing', () => {
    expect(actionsFor({ status: 'active', capabilities: [] }, false)).toEqual(['disconnect']);
  });
});

describe('the configuration of a connection', () => {
  const options = [{ value: 'orders', label: 'Orders' }];
  const field = { name: 'data_types', label: 'Data', type: 'multiselect' as const, required: true, options };

  it.each([
    [
      ['orders', 'gone'],
      ['Orders', 'gone'],
    ],
    ['orders', ['Orders']],
    [undefined, []],
  ])('shows %j in the words of its form', (value, values) => {
    const configuration = value === undefined ? {} : { data_types: value };
    expect(shownConfiguration({ schema: { fields: [field] }, configuration })).toEqual([{ label: 'Data', values }]);
  });
});
