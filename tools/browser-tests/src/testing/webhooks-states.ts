import { failures, type Stage, type State } from './stage';
import { endpointsPath, type Fault } from './visitor';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const hourMs = 3_600_000;

/** An endpoint as the service lists it. */
const endpoint = (members: object = {}): { id: string } => ({
  id: '01960000-0000-7000-8000-0000000000e1',
  ...{ url: 'https://erp.example/hooks/connection-sync?key=1', events: null, source_connection_ids: null, description: null },
  ...{ status: 'enabled', disabled_reason: null, failing_since: null, last_delivered_at: ago(5 * 60_000) },
  ...{ created_at: ago(90 * hourMs), updated_at: ago(90 * hourMs) },
  ...members,
});

const several = [
  endpoint({ description: 'Orders into the ERP', events: ['records.changed', 'sync_run.finished'], source_connection_ids: ['x'] }),
  endpoint({ id: 'e2', url: 'https://shop-warehouse-and-shipping.example/incoming/connection-sync/events', failing_since: ago(hourMs) }),
  endpoint({ id: 'e3', url: 'https://old.example/', status: 'disabled', disabled_reason: 'gone' }),
  endpoint({ id: 'e4', url: 'https://down.example/', status: 'disabled', disabled_reason: 'failing' }),
  endpoint({ id: 'e5', url: 'https://later.example/', status: 'paused', events: ['person.erased', 'endpoint.test', 'new.event'] }),
];

const delivery = (members: object): object => ({
  ...{ id: 'd1', event_type: 'records.changed', status: 'delivered', attempts: 1, last_response_status: 204, last_error: null },
  ...{ next_attempt_at: null, delivered_at: ago(hourMs), created_at: ago(hourMs) },
  ...members,
});

const lastDeliveries = [
  delivery({ id: 'd4', event_type: 'endpoint.test', status: 'pending', attempts: 0, created_at: ago(0), next_attempt_at: ago(0) }),
  delivery({
    ...{ id: 'd3', status: 'pending', attempts: 3, last_error: 'The endpoint responded with status 503.' },
    next_attempt_at: new Date(Date.now() + hourMs).toISOString(),
  }),
  delivery({ id: 'd2', event_type: 'person.erased', status: 'failed', attempts: 10, last_error: 'The endpoint took too long.' }),
  delivery({ event_type: 'new.event' }),
];

const deliveriesPath = /\/deliveries$/;
const press = ({ visitor }: Stage, name: string) => visitor.page.getByRole('button', { name, exact: true }).first().click();
const shown = ({ visitor }: Stage, name: string) => visitor.page.getByRole('button', { name, exact: true }).waitFor();

async function listed(stage: Stage, ...endpoints: object[]): Promise<void> {
  await stage.visitor.fault(endpointsPath, { status: 200, body: { data: endpoints, next_cursor: null } }, Infinity, 'GET');
  await stage.put({ token: 'sca_x' });
  await shown(stage, 'Add endpoint');
}

const opened = async (stage: Stage, deliveries: object[]) => {
  await stage.visitor.fault(deliveriesPath, { status: 200, body: { data: deliveries, next_cursor: null } });
  await listed(stage, endpoint());
  await press(stage, 'Deliveries');
};

async function form(stage: Stage): Promise<void> {
  await listed(stage);
  await press(stage, 'Add endpoint');
  await shown(stage, 'Cancel');
}

async function saved(stage: Stage, fault: Fault): Promise<void> {
  await stage.visitor.fault(endpointsPath, fault, Infinity, 'POST');
  await stage.visitor.page.getByLabel('Address').fill('https://erp.example/');
  await press(stage, 'Save');
}

const filled = (fault: Fault) => async (stage: Stage) => (await form(stage), await saved(stage, fault));

const urlRule = 'A public address with https.';
const ofOne = ['Deliveries', 'Send a test', 'Edit', 'Pause', 'Delete'];
const ofPaused = ['Deliveries', 'Send a test', 'Edit', 'Enable', 'Delete'];
const ofForm = ['Address', 'All events', 'Save', 'Cancel'];
const eventNames = ['Records changed', /^A shop's link/, 'A sync ended', 'Settings were saved', 'A person was erased'];

const forms: State[] = [
  { name: 'form', says: '', controls: ofForm, reach: form },
  {
    name: 'form, chosen events',
    says: 'Choose at least one event.',
    controls: ['Address', 'All events', ...eventNames, 'Save', 'Cancel'],
    reach: async (stage) => {
      await form(stage);
      await stage.visitor.page.getByLabel('Address').fill('https://erp.example/');
      await stage.visitor.page.getByLabel('All events').click();
      await press(stage, 'Save');
    },
  },
  { name: 'form, no address', says: urlRule, controls: ofForm, reach: async (stage) => (await form(stage), await press(stage, 'Save')) },
  {
    name: 'form, refused address',
    says: urlRule,
    controls: ofForm,
    reach: filled({ status: 422, body: { errors: [{ pointer: '/url', detail: 'x' }] } }),
  },
  {
    name: 'form, no room',
    says: 'No room for another endpoint. Delete one first.',
    controls: ofForm,
    reach: filled({ status: 409 }),
  },
  { name: 'form, no access', says: failures.refused![1], controls: ofForm, reach: filled({ status: 401 }) },
  {
    name: 'made',
    says: 'Changes saved',
    controls: ['Signing secret', /^Cop(y|ied)$/, 'Done', ...ofOne, 'Add endpoint'],
    reach: async (stage) => {
      const made = endpoint({ last_delivered_at: null });
      await form(stage);
      await stage.visitor.fault(endpointsPath, { status: 200, body: { data: [made], next_cursor: null } }, Infinity, 'GET');
      await saved(stage, { status: 201, body: { ...made, secret: `whsec_${'x'.repeat(43)}=` } });
    },
  },
];

const one: State[] = [
  {
    name: 'deliveries',
    says: '',
    controls: ['Close', ...ofOne.slice(1), ...lastDeliveries.map(() => 'Send again'), 'Add endpoint'],
    reach: async (stage) => (await opened(stage, lastDeliveries), await stage.part('delivery').waitFor()),
  },
  {
    name: 'deliveries, none',
    says: '',
    controls: ['Close', ...ofOne.slice(1), 'Add endpoint'],
    reach: async (stage) => (await opened(stage, []), await stage.visitor.page.getByText('No deliveries yet.').waitFor()),
  },
  {
    name: 'test sent',
    says: 'It is being sent.',
    controls: ['Close', ...ofOne.slice(1), 'Add endpoint'],
    reach: async (stage) => {
      await stage.visitor.hold(deliveriesPath);
      await stage.visitor.fault(/\/test$/, { status: 202, body: { delivery_id: 'd1' } });
      await listed(stage, endpoint());
      await press(stage, 'Send a test');
    },
  },
  {
    name: 'not paused',
    says: 'Something went wrong.',
    controls: [...ofOne, 'Add endpoint'],
    reach: async (stage) => {
      await listed(stage, endpoint());
      await stage.visitor.fault(/\/webhook-endpoints\/[\w-]+$/, { status: 500 });
      await press(stage, 'Pause');
    },
  },
  {
    name: 'deleting asks',
    says: '',
    controls: ['Cancel', 'Delete', 'Add endpoint'],
    reach: async (stage) => (await listed(stage, endpoint()), await press(stage, 'Delete'), await shown(stage, 'Cancel')),
  },
];

export const webhooksStates: readonly State[] = [
  {
    name: 'loading',
    says: 'Loading…',
    controls: [],
    reach: async ({ visitor, put }) => (await visitor.hold(endpointsPath), await put({ token: 'sca_x' })),
  },
  ...Object.entries(failures).map(([name, [fault, says]]) => ({
    name,
    says,
    controls: name === 'refused' ? [] : ['Try again'],
    reach: async ({ visitor, put }: Stage) => (await visitor.fault(endpointsPath, fault), await put({ token: 'sca_x' })),
  })),
  { name: 'no token', says: 'Loading…', controls: [], reach: ({ put }) => put() },
  { name: 'none', says: '', controls: ['Add endpoint'], reach: (stage) => listed(stage) },
  {
    name: 'several endpoints',
    says: '',
    controls: [...ofOne, ...ofOne, ...ofPaused, ...ofPaused, ...ofPaused, 'Add endpoint'],
    reach: (stage) => listed(stage, ...several),
  },
  ...forms,
  ...one,
];
