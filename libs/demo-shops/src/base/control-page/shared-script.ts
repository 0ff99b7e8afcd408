/** Runs in the browser, before the scripts of the sections. Foreign data is shown as text only. */
export const sharedScript = `
'use strict';
const at = (id) => document.getElementById(id);
const afterChange = [];

function reasonOf({ error, status, problem }) {
  if (!problem) return error;
  return 'The service refused (' + status + '): ' + (problem.detail || problem.title || 'it gave no reason') + (problem.detail && problem.detail.endsWith('.') ? '' : '.');
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

async function changed() {
  for (const refresh of afterChange) await refresh();
}

function made(kind, text, into) {
  const element = document.createElement(kind);
  element.textContent = text;
  if (into) into.append(element);
  return element;
}
`;
