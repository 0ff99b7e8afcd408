import { impaired } from './linked-shop';
import { failures, type Stage, type State } from './stage';
import { configurationPath, connectionPath, type Fault } from './visitor';

const options = [
  { value: 'first', label: 'First' },
  { value: 'second', label: 'Second', hint: 'The second choice does more than the first, and less than the third one.' },
  { value: 'third', label: 'Third' },
];
const everyField = [
  { type: 'select', name: 'one', label: 'One of them', hint: 'A field can say what it is about.', required: true, options },
  { type: 'multiselect', name: 'many', label: 'As many as you like', required: false, options },
  { type: 'radio', name: 'either', label: 'Exactly one', required: true, options },
  { type: 'slider', name: 'unknown', label: '<img src=x onerror=alert(1)>', required: false, options: [] },
  { type: 'select', name: 'empty', label: '</style><script>alert(1)</script>', required: false, options: [] },
  5,
];

/** Controls in tab order. */
const ofSettings = ['From the shop', 'Customers', 'Orders', 'Products', /^Frequency/, 'Discard', 'Save'];
const ofForm = [...ofSettings, 'Disconnect'];
const ofEveryField = (...rest: (string | RegExp)[]) => [/^One of them/, 'First', /^Second/, 'Third', ...rest, 'Discard', 'Save'];

/** The form of a shop, from the real service. */
async function form({ tests, visitor, put, part }: Stage): Promise<void> {
  const { widgetToken } = await tests.service.linkedShop('demo-shop-b', await tests.service.tenant());
  await put({ token: widgetToken });
  await part('field').waitFor();
  await visitor.page.locator('service-config .connection button').first().waitFor();
}

const click = ({ visitor }: Stage, name: string) =>
  visitor.page.locator('service-config').getByRole('button', { name, exact: true }).click();

/** Presses a button that asks first, and waits for the question. */
async function ask(stage: Stage, name: string): Promise<void> {
  await click(stage, name);
  await stage.visitor.page.locator('service-config').getByRole('button', { name: 'Cancel', exact: true }).waitFor();
}

/** The form of a shop whose connection is like this. */
async function linkedAs(stage: Stage, connection: object): Promise<void> {
  const body = { id: 'x', status_reason: null, last_synced_at: new Date(Date.now() - 7_500_000).toISOString(), ...connection };
  await stage.visitor.fault(connectionPath, { status: 200, body });
  await form(stage);
}

async function disconnected(stage: Stage): Promise<void> {
  await form(stage);
  await ask(stage, 'Disconnect');
  await click(stage, 'Disconnect');
  await stage.visitor.page.locator('service-config #reconnect').waitFor();
}

async function offered({ visitor, put, part }: Stage, values: Record<string, unknown>): Promise<void> {
  await visitor.fault(configurationPath, { status: 200, body: { schema: { fields: everyField }, configuration: values } }, 1);
  await put({ token: 'sca_x' });
  await part('field').waitFor();
}

const change = ({ visitor }: Stage) => visitor.page.locator('service-config input[type="checkbox"]').first().click();
const save = ({ part }: Stage) => part('button').click();
const changed = async (stage: Stage) => (await form(stage), await change(stage));
const savedWith = (fault: Fault) => async (stage: Stage) => {
  await changed(stage);
  await stage.visitor.fault(configurationPath, fault);
  await save(stage);
};

const refusal = {
  errors: [
    { pointer: '/configuration/one', detail: 'It is not one of the options.' },
    { pointer: '/', detail: 'Nor is this.' },
  ],
};

const forms: State[] = [
  { name: 'form', says: '', controls: ofForm, reach: form },
  { name: 'form, unsaved', says: 'Unsaved changes', controls: ofForm, reach: changed },
  {
    name: 'form, saving',
    says: 'Saving…',
    controls: ofForm,
    reach: async (stage) => (await changed(stage), await stage.visitor.hold(configurationPath), await save(stage)),
  },
  { name: 'form, saved', says: 'Changes saved', controls: ofForm, reach: async (stage) => (await changed(stage), await save(stage)) },
  { name: 'form, not saved', says: 'Something went wrong.', controls: ofForm, reach: savedWith({ status: 500 }) },
  {
    name: 'form, not saved, no access',
    says: 'No access. Not saved yet.',
    controls: ofForm,
    reach: savedWith({ status: 401 }),
  },
  { name: 'form, changed meanwhile', says: 'The settings have changed.', controls: ofForm, reach: savedWith({ status: 412 }) },
  {
    name: 'form, every type of field',
    says: '',
    controls: ofEveryField(/^gone/, 'Third'),
    reach: (stage) => offered(stage, { one: 'second', many: ['first', 'gone'], either: 'third', unknown: 3 }),
  },
  {
    name: 'form, something missing',
    says: 'Please check your choices.',
    controls: ofEveryField('First'),
    reach: async (stage) => (await offered(stage, {}), await change(stage), await save(stage)),
  },
  {
    name: 'form, refused values',
    says: /Please check your choices\..*Nor is this\./,
    controls: ofEveryField('Third'),
    reach: async (stage) => {
      await offered(stage, { one: 'second', either: 'third' });
      await change(stage);
      await stage.visitor.fault(configurationPath, { status: 422, body: refusal });
      await save(stage);
    },
  },
];

const ended = 'This connection is no longer active.';
const failing = { status: 'error', status_reason: { code: 'credentials_refused' }, actions: ['disconnect', 'reconnect'] };

const connections: State[] = [
  {
    name: 'form, last sync',
    says: '',
    controls: ofForm,
    reach: (stage) => linkedAs(stage, { status: 'active', actions: ['disconnect', 'uninstall'] }),
  },
  {
    name: 'form, connection impaired',
    says: '',
    controls: ofForm,
    reach: (stage) => linkedAs(stage, { ...impaired, status: 'active', actions: ['disconnect', 'uninstall'] }),
  },
  {
    name: 'form, connection in error',
    says: '',
    controls: [...ofSettings, 'Reconnect', 'Disconnect'],
    reach: (stage) => linkedAs(stage, failing),
  },
  {
    name: 'form, not reconnected',
    says: '',
    controls: [...ofSettings, 'Reconnect', 'Disconnect'],
    reach: async (stage) => {
      await stage.visitor.fault(`${connectionPath}/reconnect`, { status: 422 });
      await linkedAs(stage, failing);
      await click(stage, 'Reconnect');
      await stage.visitor.page.getByRole('alert').filter({ hasText: 'Reconnecting failed.' }).waitFor();
    },
  },
  {
    name: 'form, disconnecting asks',
    says: '',
    controls: [...ofSettings, 'Cancel', 'Disconnect'],
    reach: async (stage) => (await form(stage), await ask(stage, 'Disconnect')),
  },
  { name: 'disconnected', says: ended, controls: ['Reconnect', 'Remove'], reach: disconnected },
  {
    name: 'disconnected, removing asks',
    says: ended,
    controls: ['Cancel', 'Remove'],
    reach: async (stage) => (await disconnected(stage), await ask(stage, 'Remove')),
  },
  {
    name: 'removed',
    says: 'The shop has been removed.',
    controls: [],
    reach: async (stage) => (await disconnected(stage), await ask(stage, 'Remove'), await click(stage, 'Remove')),
  },
];

const responses: Record<string, [fault: Fault, says: string | RegExp]> = {
  ...failures,
  ended: [{ status: 403 }, ended],
  'no settings': [{ status: 200, body: { schema: null, configuration: {} } }, 'There is nothing to set up here.'],
};

export const configStates: readonly State[] = [
  {
    name: 'loading',
    says: 'Loading…',
    controls: [],
    reach: async ({ visitor, put }) => (await visitor.hold(configurationPath), await put({ token: 'sca_x' })),
  },
  ...Object.entries(responses).map(([name, [fault, says]]) => ({
    name,
    says,
    controls: ['refused', 'no settings'].includes(name) ? [] : ['Try again'],
    reach: async ({ visitor, put }: Stage) => (await visitor.fault(configurationPath, fault), await put({ token: 'sca_x' })),
  })),
  { name: 'no token', says: 'Loading…', controls: [], reach: ({ put }) => put() },
  ...forms,
  ...connections,
];
