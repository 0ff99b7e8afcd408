// The reference page without this script is complete, but neither searches, copies nor sends.

const maxResponseLength = 200_000;
const timeoutMs = 60_000;
const shownHeaders = /^(allow|content-type|etag|link|location|ratelimit.*|retry-after|www-authenticate|x-request-id)$/;

const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Shows the operations that have every word. Return goes to the first of them. */
function search() {
  const field = byId('search');
  const items = all('#operations li');
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word));
    for (const group of all('#operations > div')) group.hidden = all('li:not([hidden])', group).length === 0;
    const count = items.filter((item) => !item.hidden).length;
    byId('found').textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : `${count} operations`;
  };
  field.addEventListener('input', find);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') document.querySelector('#operations li:not([hidden]) a')?.click();
    if (event.key !== 'Escape') return;
    field.value = '';
    find();
  });
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    field.focus();
  });
}

/** Samples call the service that serves them. Browsers give a page of plain http on another host no clipboard. */
function samples() {
  for (const figure of all('.samples figure')) {
    const [caption, code] = figure.children;
    code.textContent = code.textContent.replaceAll('{base_url}', location.origin);
    if (!navigator.clipboard) continue;
    const button = element('button', { type: 'button', textContent: 'Copy', ariaLabel: `Copy ${caption.textContent}` });
    const status = element('span', { role: 'status', className: 'quiet' });
    button.addEventListener('click', async () => {
      status.textContent = await navigator.clipboard.writeText(code.textContent).then(
        () => 'Copied',
        () => 'The browser refused',
      );
      setTimeout(() => (status.textContent = ''), 3_000);
    });
    caption.append(' ', button, ' ', status);
  }
}

/** As much of the body as the page shows. */
async function readBounded(response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length <= maxResponseLength) continue;
    await reader.cancel();
    return { text: text.slice(0, maxResponseLength), isWhole: false };
  }
  return { text, isWhole: true };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestOf(form) {
  const { method, path, token, credentials } = form.dataset;
  const headers = {};
  const query = new URLSearchParams();
  let url = path;
  for (const { name, value, dataset } of form.elements) {
    if (dataset.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.in === 'query' && value !== '') query.set(name, value);
    else if (dataset.in === 'header' && value !== '') headers[name] = value;
  }
  const given = byId('token').value.trim();
  const isSent = token === 'required' || (token === 'optional' && form.elements.token.checked);
  if (given !== '' && isSent) headers.authorization = `Bearer ${given}`;
  const body = form.elements.body?.value.trim() || undefined;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const search = query.size > 0 ? `?${query}` : '';
  const signal = AbortSignal.timeout(timeoutMs);
  return [url + search, { method, headers, body, credentials, cache: 'no-store', redirect: 'error', signal }];
}

async function send(form) {
  const status = form.querySelector('[role="status"]');
  const result = form.querySelector('.result');
  result.replaceChildren();
  status.textContent = 'Sending …';
  const start = performance.now();
  const response = await fetch(...requestOf(form));
  const { text, isWhole } = await readBounded(response);
  const value = parsed(text);
  const field = byId('token');
  const isNewToken = response.ok && field.value === '' && typeof value?.token === 'string';
  if (isNewToken) field.value = value.token;
  status.textContent = [
    response.status,
    response.statusText,
    `in ${Math.round(performance.now() - start)} ms.`,
    isWhole ? '' : `The body is cut off after ${maxResponseLength} characters.`,
    isNewToken ? 'Further requests carry its token.' : '',
  ]
    .filter(Boolean)
    .join(' ');
  const headers = [...response.headers].filter(([name]) => shownHeaders.test(name));
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  result.append(element('pre', { textContent: headers.map(([name, value]) => `${name}: ${value}`).join('\n') }));
  if (shown === '') return;
  const ariaLabel = `Response of ${form.dataset.method} ${form.dataset.path}`;
  result.append(element('pre', { textContent: shown, tabIndex: 0, role: 'region', ariaLabel }));
}

function forms() {
  for (const details of all('details.try')) details.hidden = false;
  document.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    await send(form).catch((error) => {
      const reason = error.name === 'TimeoutError' ? `after ${timeoutMs / 1_000} seconds` : `(${error.message})`;
      form.querySelector('[role="status"]').textContent = `No complete response ${reason}.`;
    });
    form.ariaBusy = 'false';
  });
}

search();
samples();
forms();
byId('tools').hidden = false;
