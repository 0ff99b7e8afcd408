// The events of the widgets, as a listener on the window gets them.
import { masked } from './kept.js';

const list = document.getElementById('log');
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function cell(kind, text) {
  const element = document.createElement(kind);
  element.textContent = text;
  return element;
}

function show({ type, detail }) {
  const shown = detail.token ? { ...detail, token: masked(detail.token) } : detail;
  const now = new Date();
  const when = cell('time', time.format(now));
  when.dateTime = now.toISOString();
  const entry = document.createElement('li');
  entry.append(when, ' ', cell('strong', type), cell('pre', JSON.stringify(shown, null, 2)));
  list.prepend(entry);
  document.getElementById('log-empty').hidden = true;
}

const endpoints = ['created', 'changed', 'deleted'].map((what) => `service-endpoint-${what}`);
for (const type of ['service-initialized', 'service-registered', 'service-configuration-saved', ...endpoints])
  window.addEventListener(type, show);
