/** Runs in the browser. What a record says is only ever shown as text. */
export const controlPageScript = `
'use strict';
const at = (id) => document.getElementById(id);
let shown = null;

async function ask(action, input) {
  const response = await fetch(action, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input || {}) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || response.status);
  return answer;
}

function say(text) { at('said').textContent = text; }

function cell(row, kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  if (kind === 'th') made.scope = 'row';
  row.append(made);
  return made;
}

async function showTotals() {
  const totals = await ask('totals');
  const rows = await Promise.all(Object.entries(totals).map(async ([collection, total]) => {
    const { ids } = await ask('ids', { collection });
    const row = document.createElement('tr');
    cell(row, 'th', collection);
    cell(row, 'td', total);
    const latest = cell(row, 'td', '');
    for (const id of [...ids].sort((a, b) => b - a).slice(0, 5)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = id;
      button.setAttribute('aria-label', 'Show ' + id + ' of ' + collection);
      button.addEventListener('click', () => { at('collection').value = collection; at('id').value = id; guarded(showRecord)(); });
      latest.append(button, ' ');
    }
    return row;
  }));
  at('totals').replaceChildren(...rows);
}

function input(label, value, path) {
  const made = document.createElement('div');
  const name = document.createElement('label');
  const field = document.createElement('input');
  field.id = 'field-' + path.join('-');
  name.htmlFor = field.id;
  name.textContent = label;
  field.value = value === null ? '' : value;
  field.dataset.path = JSON.stringify(path);
  field.dataset.before = field.value;
  made.append(name, field);
  return made;
}

function isTexts(value) {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => entry && 'id' in entry && typeof entry.value === 'string');
}

async function showRecord() {
  const chosen = { collection: at('collection').value, id: Number(at('id').value) };
  const { ids } = await ask('ids', chosen);
  if (!ids.includes(chosen.id)) throw new Error('There is no such record.');
  const record = await ask('record', chosen);
  shown = { ...chosen, record };
  const fields = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'id') return [];
    if (isTexts(value)) return value.map((entry, index) => input(name + ' (' + entry.id + ')', entry.value, [name, index]));
    return value === null || typeof value !== 'object' ? [input(name, value, [name])] : [];
  });
  at('fields').replaceChildren(...fields);
  at('whole').textContent = JSON.stringify(record, null, 2);
  at('save').disabled = at('remove').disabled = false;
  say('Record ' + chosen.id + ' of ' + chosen.collection + '.');
}

function clear() {
  shown = null;
  at('fields').replaceChildren();
  at('whole').textContent = '';
  at('save').disabled = at('remove').disabled = true;
}

function changedFields() {
  const fields = {};
  for (const field of at('fields').querySelectorAll('input')) {
    if (field.value === field.dataset.before) continue;
    const [name, index] = JSON.parse(field.dataset.path);
    const before = shown.record[name];
    if (index !== undefined) {
      fields[name] = fields[name] || structuredClone(before);
      fields[name][index].value = field.value;
    } else fields[name] = typeof before === 'number' ? Number(field.value) : typeof before === 'boolean' ? field.value === 'true' : field.value;
  }
  return fields;
}

function guarded(action) {
  return async () => {
    try { await action(); } catch (error) { say(String(error.message)); }
  };
}

at('record').addEventListener('submit', (event) => { event.preventDefault(); guarded(showRecord)(); });
at('add').addEventListener('click', guarded(async () => {
  const { id } = await ask('add', { collection: at('collection').value });
  at('id').value = id;
  await showTotals();
  await showRecord();
  say('Added as ' + id + '.');
}));
at('save').addEventListener('click', guarded(async () => {
  const fields = changedFields();
  if (Object.keys(fields).length === 0) return say('Nothing was changed.');
  await ask('change', { collection: shown.collection, id: shown.id, fields });
  await showRecord();
  say('Saved: ' + Object.keys(fields).join(', ') + '.');
}));
at('remove').addEventListener('click', guarded(async () => {
  if (!confirm('Delete ' + shown.id + ' of ' + shown.collection + '?')) return;
  await ask('remove', { collection: shown.collection, id: shown.id });
  say('Deleted ' + shown.id + ' of ' + shown.collection + '.');
  clear();
  await showTotals();
}));
guarded(showTotals)();
`;
