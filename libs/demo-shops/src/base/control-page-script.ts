/** Runs in the browser. Foreign data is shown as text only. A token travels in the body of a request and leaves the page once it is used. */
export const pageScript = `
'use strict';
const at = (id) => document.getElementById(id);
let shown = null;

function reasonOf({ error, status, problem }) {
  return problem ? 'The service refused (' + status + '): ' + (problem.detail || problem.title || 'it gave no reason.') : error;
}

async function ask(action, input) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input || {}) };
  const response = await fetch(action, sent).catch(() => { throw new Error('The shop does not respond. Is it still running?'); });
  const result = await response.json();
  if (!response.ok) throw new Error(reasonOf(result));
  return result;
}

function say(section, text, isBad) {
  const said = at(section + '-said');
  said.textContent = text;
  said.classList.toggle('bad', isBad === true);
}

function needed(id, reason) {
  const value = at(id).value.trim();
  if (value) return value;
  at(id).setAttribute('aria-invalid', 'true');
  at(id).focus();
  throw new Error(reason);
}

/** Runs an action for a click or a form: one at a time, with failures shown in its section. */
function on(id, type, section, action) {
  let isRunning = false;
  at(id).addEventListener(type, async (event) => {
    event.preventDefault();
    if (isRunning) return;
    isRunning = true;
    for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
    say(section, '');
    try { await action(); } catch (error) { say(section, error.message, true); }
    isRunning = false;
  });
}

function made(kind, text, into) {
  const element = document.createElement(kind);
  element.textContent = text;
  if (into) into.append(element);
  return element;
}

const service = () => needed('service', 'Give the address of the service.');

function removeToken() {
  at('handed').hidden = true;
  at('new-token').value = '';
}

on('finalise', 'submit', 'plugin', async () => {
  const input = { service_url: service(), connection_token: needed('token', 'Paste a connection token first.') };
  removeToken();
  say('plugin', 'Connecting …');
  const connection = await ask('finalise', input);
  at('token').value = '';
  if (at('delivery')) at('delivery').value = input.service_url.replace(/\\/+$/, '') + '/api/webhooks/' + connection.id;
  say('plugin', 'Connected. The connection ' + connection.id + ' is ' + connection.status + '.');
  await showAll();
});
on('register', 'submit', 'plugin', async () => {
  const input = { service_url: service() };
  removeToken();
  say('plugin', 'Registering …');
  const { connection_token, expires_at } = await ask('register', input);
  at('new-token').value = connection_token;
  at('handed').hidden = false;
  say('plugin', 'Registered. Paste the token above into the page of the service before ' + new Date(expires_at).toLocaleTimeString() + ' to connect the shop.');
  await showAll();
});
on('copy', 'click', 'plugin', async () => {
  at('new-token').select();
  await navigator.clipboard.writeText(at('new-token').value).catch(() => { throw new Error('The browser does not let this page copy. The token is selected: copy it by hand.'); });
  say('plugin', 'Copied.');
});

async function rowOf([collection, total]) {
  const { ids } = await ask('ids', { collection });
  const row = document.createElement('tr');
  made('th', collection, row).scope = 'row';
  made('td', total, row);
  const latest = made('div', '', made('td', '', row));
  latest.className = 'ids';
  for (const id of ids.sort((a, b) => b - a).slice(0, 5)) {
    const button = made('button', id, latest);
    button.type = 'button';
    button.className = 'small';
    button.setAttribute('aria-label', 'Show ' + id + ' of ' + collection);
    button.addEventListener('click', () => { at('collection').value = collection; at('id').value = id; at('choose').requestSubmit(); });
  }
  return row;
}

async function showTotals() {
  at('totals').replaceChildren(...await Promise.all(Object.entries(await ask('totals')).map(rowOf)));
}

async function showRecord(collection, id) {
  const { ids } = await ask('ids', { collection });
  if (!ids.includes(id)) throw new Error('There is no such record.');
  shown = { collection, id, record: await ask('record', { collection, id }) };
  at('record').value = JSON.stringify(shown.record, null, 2);
  at('editor-title').textContent = 'Record ' + id + ' of ' + collection;
  at('editor').hidden = false;
}

on('choose', 'submit', 'records', async () => {
  await showRecord(at('collection').value, Number(needed('id', 'Give the id of a record.')));
  at('editor-title').focus();
});
on('add', 'click', 'records', async () => {
  const collection = at('collection').value;
  const { id } = await ask('add', { collection });
  at('id').value = id;
  await showRecord(collection, id);
  await showAll();
  say('records', 'Added: record ' + id + ' of ' + collection + '.');
});
on('editor', 'submit', 'records', async () => {
  const { collection, id, record } = shown;
  const isChanged = ([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name]);
  const fields = Object.fromEntries(Object.entries(JSON.parse(at('record').value)).filter(isChanged));
  if (Object.keys(fields).length === 0) return say('records', 'No changes.');
  await ask('change', { collection, id, fields });
  await showRecord(collection, id);
  await showAll();
  say('records', 'Saved: ' + Object.keys(fields).join(', ') + ' of record ' + id + ' of ' + collection + '.');
});
on('remove', 'click', 'records', async () => {
  const { collection, id } = shown;
  if (!confirm('Delete ' + id + ' of ' + collection + '?')) return;
  await ask('remove', { collection, id });
  at('editor').hidden = true;
  at('id').value = '';
  at('id').focus();
  await showAll();
  say('records', 'Deleted: record ' + id + ' of ' + collection + '.');
});

/** Refreshes while deliveries are waiting. */
async function showWebhooks(refreshes = 20) {
  const { webhooks, counters } = await ask('webhooks');
  at('webhooks').replaceChildren(...Object.entries(Object.groupBy(webhooks, ({ deliveryUrl }) => deliveryUrl)).map(([place, those]) => {
    const off = those.filter(({ status }) => status !== 'active').length;
    const waiting = those.filter(({ isPending }) => isPending).length;
    return made('li', those.length + ' topics to ' + place + (off ? ', ' + off + ' disabled after failures' : '') + (waiting ? ', ' + waiting + ' without a successful ping' : ''));
  }));
  at('sent').textContent = webhooks.length === 0 ? 'None are set up.' : 'Sent: ' + counters.sent + ', accepted: ' + counters.accepted + ', refused: ' + counters.refused + '.';
  if (refreshes > 1 && counters.due > counters.sent + counters.lost) setTimeout(() => { showWebhooks(refreshes - 1).catch(() => undefined); }, 500);
}

if (at('renew')) {
  on('renew', 'submit', 'webhooks', async () => {
    await ask('renew-webhooks', { delivery_url: needed('delivery', 'Give the address that receives the webhooks.') });
    await showWebhooks();
    say('webhooks', 'Set up.');
  });
  on('look', 'click', 'webhooks', () => showWebhooks());
}

async function showAll() {
  await showTotals();
  if (at('renew')) await showWebhooks();
}

at('collection').value = 'orders';
showAll().catch((error) => say('records', error.message, true));
`;
