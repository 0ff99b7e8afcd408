/** The lists, and an editor for one record. */
export const recordsScript = `
let shown = null;

async function showTotals() {
  const totals = await ask('totals');
  const rows = await Promise.all(Object.entries(totals).map(async ([collection, total]) => {
    const { ids } = await ask('ids', { collection });
    const row = document.createElement('tr');
    made('th', collection, row).scope = 'row';
    made('td', total, row).className = 'number';
    const latest = made('div', '', made('td', '', row));
    latest.className = 'ids';
    for (const id of [...ids].sort((a, b) => b - a).slice(0, 5)) {
      const button = made('button', id, latest);
      button.type = 'button';
      button.className = 'small number';
      button.setAttribute('aria-label', 'Show ' + id + ' of ' + collection);
      button.addEventListener('click', () => { at('collection').value = collection; at('id').value = id; at('choose').requestSubmit(); });
    }
    return row;
  }));
  at('totals').replaceChildren(...rows);
}

function input(label, value, path) {
  const place = document.createElement('div');
  const name = made('label', label, place);
  const field = made('input', '', place);
  field.id = 'field-' + path.join('-');
  name.htmlFor = field.id;
  field.autocomplete = 'off';
  field.value = value === null ? '' : value;
  field.dataset.path = JSON.stringify(path);
  field.dataset.before = field.value;
  return place;
}

function isTexts(value) {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => entry && 'id' in entry && typeof entry.value === 'string');
}

async function showRecord() {
  const id = Number(needed('id', 'Give the id of a record.'));
  const chosen = { collection: at('collection').value, id };
  const { ids } = await ask('ids', chosen);
  if (!ids.includes(id)) throw new Error('There is no such record.');
  const record = await ask('record', chosen);
  shown = { ...chosen, record };
  const fields = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'id') return [];
    if (isTexts(value)) return value.map((entry, index) => input(name + ' (' + entry.id + ')', entry.value, [name, index]));
    return value === null || typeof value !== 'object' ? [input(name, value, [name])] : [];
  });
  at('fields').replaceChildren(...fields);
  at('whole').textContent = JSON.stringify(record, null, 2);
  at('editor-title').textContent = 'Record ' + id + ' of ' + shown.collection;
  at('editor').hidden = false;
}

function changedValue(field, before) {
  if (typeof before === 'boolean') return field.value === 'true';
  if (typeof before !== 'number') return field.value;
  if (field.value.trim() !== '' && Number.isFinite(Number(field.value))) return Number(field.value);
  field.setAttribute('aria-invalid', 'true');
  field.focus();
  throw new Error(JSON.parse(field.dataset.path)[0] + ' must be a number.');
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
    } else fields[name] = changedValue(field, before);
  }
  return fields;
}

afterChange.push(showTotals);
on('choose', 'submit', 'records', async () => {
  await showRecord();
  at('editor-title').focus();
});
on('add', 'click', 'records', async () => {
  const { id } = await ask('add', { collection: at('collection').value });
  at('id').value = id;
  await showRecord();
  await changed();
  say('records', 'Added: record ' + id + ' of ' + shown.collection + '.');
});
on('editor', 'submit', 'records', async () => {
  const fields = changedFields();
  if (Object.keys(fields).length === 0) return say('records', 'No changes.');
  await ask('change', { collection: shown.collection, id: shown.id, fields });
  at('id').value = shown.id;
  at('collection').value = shown.collection;
  await showRecord();
  await changed();
  say('records', 'Saved: ' + Object.keys(fields).join(', ') + ' of record ' + shown.id + ' of ' + shown.collection + '.');
});
on('remove', 'click', 'records', async () => {
  const { collection, id } = shown;
  if (!confirm('Delete ' + id + ' of ' + collection + '?')) return;
  await ask('remove', { collection, id });
  at('editor').hidden = true;
  await changed();
  at('id').value = '';
  at('id').focus();
  say('records', 'Deleted: record ' + id + ' of ' + collection + '.');
});
showTotals().catch((error) => say('records', error.message, true));
`;
