import { configurationPath } from './api-paths';
import { failures, type Stage, type State } from './stage';

const options = ['First', 'Second', 'Third'].map((label) => ({ value: label.toLowerCase(), label }));
const everyField = [
  { type: 'select', name: 'one', label: 'One of them', required: true, options },
  { type: 'multiselect', name: 'many', label: 'As many as you like', required: false, options },
  { type: 'radio', name: 'either', label: 'Exactly one', required: true, options },
  { type: 'slider', name: 'unknown', label: '<img src=x onerror=alert(1)>', required: false, options: [] },
  { type: 'select', name: 'empty', label: '</style><script>alert(1)</script>', required: false, options: [] },
  5,
];

/** Of a shop, from the real service. */
async function form({ tests, put, part }: Stage): Promise<void> {
  const { widgetToken } = await tests.service.linkedShop('demo-shop-b', await tests.service.tenant());
  await put({ token: widgetToken });
  await part('field').waitFor();
}

async function offered({ visitor, put, part }: Stage, values: Record<string, unknown>): Promise<void> {
  await visitor.fault(configurationPath, { status: 200, body: { schema: { fields: everyField }, configuration: values } }, 1);
  await put({ token: 'sca_x' });
  await part('field').waitFor();
}

const change = ({ visitor }: Stage) => visitor.page.locator('service-config input[type="checkbox"]').first().click();
const save = ({ part }: Stage) => part('button').click();
const changed = async (stage: Stage) => (await form(stage), await change(stage));

const refusal = {
  errors: [
    { pointer: '/configuration/one', detail: 'It is not one of the options.' },
    { pointer: '/', detail: 'Nor is this.' },
  ],
};

const forms: State[] = [
  { name: 'form', says: '', reach: form },
  { name: 'form, unsaved', says: 'Unsaved changes', reach: changed },
  {
    name: 'form, saving',
    says: 'Saving…',
    reach: async (stage) => (await changed(stage), await stage.visitor.hold(configurationPath), await save(stage)),
  },
  { name: 'form, saved', says: 'Changes saved', reach: async (stage) => (await changed(stage), await save(stage)) },
  {
    name: 'form, not saved',
    says: 'Something went wrong.',
    reach: async (stage) => (await changed(stage), await stage.visitor.fault(configurationPath, { status: 500 }), await save(stage)),
  },
  {
    name: 'form, not saved, no access',
    says: 'No access. Your changes are not saved yet.',
    reach: async (stage) => (await changed(stage), await stage.visitor.fault(configurationPath, { status: 401 }), await save(stage)),
  },
  {
    name: 'form, every type of field',
    says: '',
    reach: (stage) => offered(stage, { one: 'second', many: ['first', 'gone'], either: 'third', unknown: 3 }),
  },
  {
    name: 'form, something missing',
    says: 'Please check your choices.',
    reach: async (stage) => (await offered(stage, {}), await change(stage), await save(stage)),
  },
  {
    name: 'form, refused values',
    says: /Please check your choices\..*Nor is this\./,
    reach: async (stage) => {
      await offered(stage, { one: 'second', either: 'third' });
      await change(stage);
      await stage.visitor.fault(configurationPath, { status: 422, body: refusal });
      await save(stage);
    },
  },
];

const answers: typeof failures = {
  ...failures,
  ended: [{ status: 403 }, 'This connection is no longer active.'],
  'no settings': [{ status: 200, body: { schema: null, configuration: {} } }, 'There is nothing to set up here.'],
};

export const configStates: readonly State[] = [
  {
    name: 'loading',
    says: 'Loading…',
    reach: async ({ visitor, put }) => (await visitor.hold(configurationPath), await put({ token: 'sca_x' })),
  },
  ...Object.entries(answers).map(([name, [fault, says]]) => ({
    name,
    says,
    reach: async ({ visitor, put }: Stage) => (await visitor.fault(configurationPath, fault), await put({ token: 'sca_x' })),
  })),
  { name: 'no access', says: 'No access. Please reload the page.', reach: ({ put }) => put() },
  ...forms,
];
