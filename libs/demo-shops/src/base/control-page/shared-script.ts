/** Runs in the browser, before the scripts of the sections. What comes from elsewhere is only ever shown as text. */
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
  const response = await fetch(action, sent).catch(() => { throw new Error('The shop does not answer. Does it still run?'); });
  const answer = await response.json();
  if (!response.ok) throw new Error(reasonOf(answer));
  return answer;
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

/** What a click or a form does: once at a time, and a failure is said in its section. */
function on(id, event, section, action) {
  let isUnderWay = false;
  at(id).addEventListener(event, async (happened) => {
    happened.preventDefault();
    if (isUnderWay) return;
    isUnderWay = true;
    for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
    say(section, '');
    try { await action(); } catch (error) { say(section, error.message, true); }
    isUnderWay = false;
  });
}

async function changed() {
  for (const look of afterChange) await look();
}

function made(kind, text, into) {
  const element = document.createElement(kind);
  element.textContent = text;
  if (into) into.append(element);
  return element;
}
`;
