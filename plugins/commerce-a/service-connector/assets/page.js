/* The page of the plugin. Plain script: what you read is what runs. */
(function () {
  'use strict';

  const known = window.serviceConnector;
  const page = document.querySelector('.service-connector');
  if (!known || !page) return;

  const words = known.words;
  const find = (selector) => page.querySelector(selector);
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const fill = (text, value) => text.replace('%s', value);

  class Reason extends Error {
    constructor(name, value) {
      super(fill(known.reasons[name] || known.reasons.other, value || ''));
    }
  }

  /* Asks the shop's own administration. */
  async function ask(what, more) {
    const body = new URLSearchParams({ action: 'service_connector', _ajax_nonce: known.nonce, do: what, ...more });
    const response = await fetch(known.ajax, { method: 'POST', body, credentials: 'same-origin' });
    if (response.status === 403) throw new Reason('signed_out');
    const { success, data } = await response.json();
    if (!success) throw new Reason('not_stored');
    return data;
  }

  async function sendJson(url, body, headers, ms) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(ms),
    });
    const text = await response.text();
    let json = null;
    try {
      json = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (error) {
      // A page instead.
    }
    return { status: response.status, json, url: response.url, isRedirected: response.redirected };
  }

  /* The look at the shop. It calls the check that the service will call, with a wrong token: the right response is a refusal of this plugin. */
  async function lookAt(address) {
    let found;
    try {
      found = await sendJson(address + known.path, { connection_token: 'look', connection_id: 'look' }, {}, 15000);
    } catch (error) {
      return { reason: error.name === 'TimeoutError' ? 'slow' : 'unreachable' };
    }
    if (found.isRedirected) {
      const place = found.url.split(known.path)[0].replace(/\/$/, '');
      if (place !== address) return { reason: 'redirected', place };
      return { reason: 'permalinks' };
    }
    if (found.status === 401 && found.json && found.json.code === 'service_connector_wrong_token') return { reason: null };
    if (found.status === 401 || found.status === 403) return { reason: 'refused' };
    if (found.status === 404) return { reason: 'not_found' };
    if (found.status === 0 || found.status >= 500) return { reason: 'unreachable' };
    return { reason: 'not_this_platform' };
  }

  /* The spelling of the shop's address that responds without a redirect: https before http, with or without www. */
  async function findAddress() {
    const [own] = known.candidates;
    const failures = [];
    const left = [...known.candidates];
    while (left.length > 0) {
      const address = left.shift();
      const { reason, place } = await lookAt(address);
      if (reason === null) return address;
      failures.push({ address, reason, place });
      // The place that the shop itself names comes next.
      if (left.includes(place)) left.unshift(...left.splice(left.indexOf(place), 1));
    }
    const telling = failures.find(({ reason }) => reason !== 'unreachable') || failures[0];
    if (!telling) throw new Reason('other_address');
    if (known.isPrivate && telling.reason === 'unreachable') throw new Reason('private');
    throw new Reason(telling.reason, telling.place || own);
  }

  function reasonOf({ status, json }) {
    const type = json && typeof json.type === 'string' ? json.type : '';
    if (type.endsWith('verification-failed')) {
      return new Reason(json.reason || (known.isPrivate ? 'private' : 'other'), json.location_origin);
    }
    if (type.endsWith('invalid-connection-token')) return new Reason('invalid_token');
    if (type.endsWith('validation-failed')) {
      const pointers = (json.errors || []).map(({ pointer }) => pointer);
      if (pointers.includes('/connection_token')) return new Reason('invalid_token');
      if (pointers.includes('/base_url')) return new Reason(known.isPrivate ? 'private' : 'https');
    }
    if (status === 401 || status === 403) return new Reason('gone');
    if (status === 409) return new Reason('linked_twice');
    if (status === 429 || status === 503) return new Reason('busy');
    return new Reason('service_away');
  }

  /* The browser calls the service: a page that waited for register could keep a host with one PHP process from responding to it. */
  async function register(path, body, headers) {
    const text = JSON.stringify(body);
    try {
      return await sendJson(known.service + path, text, headers, 45000);
    } catch (error) {
      if (error.name === 'TimeoutError') throw new Reason('service_away');
      // Not reachable from this browser: the shop asks in its place.
      return ask('register', { body: text });
    }
  }

  async function connect(form) {
    const token = form.elements.token ? form.elements.token.value.trim() : '';
    step(words.looking);
    const base_url = await findAddress();
    step(words.linking);
    const body = await ask('begin', { base_url, token });
    if (body.problem) throw new Reason(body.problem);
    await complete(known.register, body, {});
  }

  /* The shop is at another address than its link says. */
  async function move() {
    step(words.looking);
    const base_url = await findAddress();
    step(words.linking);
    const { problem, body, token } = await ask('begin_move', { base_url });
    if (problem) throw new Reason(problem);
    await complete(known.move, body, { authorization: 'Bearer ' + token });
  }

  async function complete(path, body, headers) {
    try {
      const response = await register(path, body, headers);
      if (response.status !== 200 && response.status !== 201) throw reasonOf(response);
      const { is_done } = await ask('finish', { response: JSON.stringify(response.json) });
      if (!is_done) throw new Reason('not_stored');
    } catch (error) {
      await ask('abandon').catch(() => undefined);
      throw error;
    }
    location.reload();
    await wait(60000);
  }

  async function setService(form) {
    const { is_done } = await ask('set_service', { address: form.elements.address.value });
    if (!is_done) throw new Reason('service_away');
    location.reload();
    await wait(60000);
  }

  function step(text) {
    find('.sc-progress').hidden = text === '';
    find('.sc-step').textContent = text;
  }

  function complain(text) {
    const box = find('.sc-message');
    box.hidden = text === '';
    box.firstElementChild.textContent = text;
    if (text !== '') box.scrollIntoView({ block: 'nearest' });
  }

  /* Runs one action at a time, and says what went wrong. */
  async function run(work) {
    const controls = page.querySelectorAll('.sc-card button, .sc-card input');
    complain('');
    for (const control of controls) control.disabled = true;
    try {
      await work();
    } catch (error) {
      complain(error instanceof Reason ? error.message : known.reasons.service_away);
    }
    step('');
    for (const control of controls) control.disabled = false;
  }

  const forms = { connect, set_service: setService };
  for (const form of page.querySelectorAll('.sc-form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run(() => forms[form.dataset.do](form));
    });
  }
  for (const button of page.querySelectorAll('[data-action]')) {
    button.addEventListener('click', () => {
      if (button.dataset.question && !confirm(words[button.dataset.question])) return;
      run(async () => {
        if (button.dataset.action === 'move') return move();
        await ask(button.dataset.action);
        location.reload();
      });
    });
  }

  const authorisation = { authorization: 'Bearer ' + known.token };

  /* Null: no response that says something. */
  async function readStatus() {
    try {
      const url = known.service + '/api/widget/connections/' + known.connectionId + '/status';
      const response = await fetch(url, { headers: authorisation, credentials: 'omit', signal: AbortSignal.timeout(15000) });
      if (response.status === 401) return { status: 'gone' };
      return response.ok ? await response.json() : null;
    } catch (error) {
      return null;
    }
  }

  async function poll(ms, show) {
    for (;;) {
      if (!document.hidden) show(await readStatus());
      await wait(ms);
    }
  }

  function showExpiry() {
    const minutes = Math.floor((Date.parse(known.expiresAt) - Date.now()) / 60000);
    const text = minutes >= 1 ? fill(words.minutes, minutes) : minutes === 0 ? words.last_minute : words.expired;
    find('.sc-expiry').textContent = Number.isNaN(minutes) ? '' : text;
  }

  async function copy(button) {
    const input = find('#sc-shown-token');
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
    } catch (error) {
      // No clipboard over plain http.
      document.execCommand('copy');
    }
    const label = button.textContent;
    button.textContent = words.copied;
    await wait(2000);
    button.textContent = label;
  }

  function showPending() {
    find('.sc-copy').addEventListener('click', (event) => copy(event.currentTarget));
    showExpiry();
    setInterval(showExpiry, 15000);
    poll(3000, async (found) => {
      if (!found || found.status === 'pending') return;
      // The shop learns it, too.
      await ask('look').catch(() => undefined);
      location.reload();
    });
  }

  function showStatus(found) {
    const badge = find('.sc-badge');
    const status = found ? found.status : 'unknown';
    // The settings below may have disconnected or reconnected: the shop's webhooks follow.
    if (badge.dataset.status !== '' && badge.dataset.status !== status) ask('look').then(showFacts, () => undefined);
    if (status === 'gone') {
      ask('look').then(() => location.reload());
      return;
    }
    badge.dataset.status = status;
    badge.textContent = words[status] || status;
    const last = found && found.last_synced_at;
    const time = last && new Date(last).toLocaleString(known.locale, { dateStyle: 'medium', timeStyle: 'short' });
    const isSyncing = found && found.sync && found.sync.status === 'running';
    find('.sc-synced').textContent = !found ? '' : isSyncing ? words.syncing : time ? fill(words.synced, time) : words.never_synced;
  }

  function showFacts(facts) {
    if (facts.state !== 'linked') return location.reload();
    const lines = [
      facts.webhooks > 0 && facts.status === 'active' && ['good', fill(words.webhooks, facts.webhooks)],
      facts.key_problem && ['bad', words[facts.key_problem]],
      facts.refused && ['bad', words.not_accepted],
      facts.dropped > 0 && ['bad', words.dropped],
      facts.waiting > 0 && ['', fill(words.waiting, facts.waiting)],
      facts.erasures > 0 && ['', fill(words.erasures, facts.erasures)],
    ].filter(Boolean);
    const list = find('.sc-facts');
    list.replaceChildren();
    for (const [kind, text] of lines) {
      const item = document.createElement('li');
      item.className = kind;
      item.textContent = text;
      list.append(item);
    }
    list.hidden = lines.length === 0;
  }

  function showSettings() {
    const script = document.createElement('script');
    script.src = known.service + '/widgets/widget.js';
    script.onerror = () => {
      find('.sc-settings-missing').hidden = false;
    };
    const element = find('service-config');
    element.setAttribute('api-url', known.service);
    element.setAttribute('locale', known.locale);
    element.token = known.token;
    document.head.append(script);
  }

  /* After the plugin was switched on again. From the browser, because the service calls the shop meanwhile. */
  async function reconnect() {
    try {
      const found = await sendJson(known.service + '/api/widget/connection/reconnect', '{}', authorisation, 45000);
      if ([200, 401, 403].includes(found.status)) await ask('reconnected');
    } catch (error) {
      // The watch tries again.
    }
  }

  async function showLinked() {
    if (known.reconnect) await reconnect();
    showSettings();
    poll(10000, showStatus);
    ask('look').then(showFacts, () => undefined);
  }

  const starts = { pending: showPending, linked: showLinked };
  if (starts[known.state]) starts[known.state]();
  else if (known.state === 'copy') ask('look').catch(() => undefined);
})();
