/* The configuration page: calls the service from here, so that the shop's PHP is free to answer it. */
document.addEventListener('DOMContentLoaded', () => {
  const page = document.getElementById('sc');
  if (!page) return;
  const { kind, url, token, text, expiresAt, service, widgetToken, locale, hasWebservice } = JSON.parse(page.dataset.sc);
  if (kind === 'overview') return;
  const part = (id) => document.getElementById(`sc-${id}`);
  const show = (element, isShown) => element && element.classList.toggle('sc-hidden', !isShown);
  const pendingMs = 4000;
  const syncingMs = 4000;
  const linkedMs = 60000;
  let isSettled = false;

  /** Calls the module. Its answer has `error`, `reload`, or data. */
  async function act(action, values = {}) {
    const body = new URLSearchParams({ ...values, serviceconnector_action: action, serviceconnector_token: token });
    const response = await fetch(url, { method: 'POST', body, credentials: 'same-origin', headers: { Accept: 'application/json' } });
    return response.json();
  }

  /** What went wrong, or what is going on. */
  function say(error, note = '') {
    part('error').textContent = error;
    part('note').textContent = note;
    show(part('error'), error !== '');
    show(part('note'), note !== '');
    if (error || note) part(error ? 'error' : 'note').scrollIntoView({ block: 'nearest' });
  }

  /** Runs what a button does: once at a time, with the outcome on the page. */
  async function busy(button, work, note) {
    const label = button.textContent;
    const buttons = [...page.querySelectorAll('button')];
    buttons.forEach((each) => (each.disabled = true));
    button.textContent = text.working;
    say('', note);
    try {
      const answer = await work();
      if (answer.reload) return location.reload();
      say(answer.error || '');
    } catch (fault) {
      say(text.failed);
    }
    button.textContent = label;
    buttons.forEach((each) => (each.disabled = false));
  }

  async function connect(connectionToken) {
    const values = { connection_token: connectionToken };
    if (part('service')) values.service = part('service').value;
    else if (service) values.service = service;
    // The button and the text above it say so.
    if (kind === 'none' && !hasWebservice) values.webservice = '1';
    return complete(await act('prepare', values), 'register', 'registered', values);
  }

  const move = async () => complete(await act('prepareMove'), 'move', 'moved');

  /** Calls the service, which reads the shop meanwhile; `from` is the same call by the module. */
  async function complete(call, from, taken, values = {}) {
    if (!call.url) return call;
    const headers = { 'Content-Type': 'application/json' };
    if (call.widgetToken) headers.Authorization = `Bearer ${call.widgetToken}`;
    let response;
    try {
      response = await fetch(call.url, { method: 'POST', body: call.body, credentials: 'omit', headers });
    } catch (fault) {
      // Something in the browser stops the call.
      return act(from, values);
    }
    return act(taken, { ...values, status: response.status, body: await response.text() });
  }

  page.addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (!button) return;
    const { scDo } = button.dataset;
    if (scDo === 'move') busy(button, move, text.connecting);
    else if (scDo) busy(button, () => act(scDo));
    if (button.dataset.scConnect) {
      const isPasted = button.dataset.scConnect === 'paste';
      // An empty field must not start the other handshake.
      busy(button, () => connect(isPasted ? part('paste').value.trim() || '-' : ''), text.connecting);
    }
    if (button.id === 'sc-send') busy(button, () => refresh({ now: '1' }));
    if (button.id === 'sc-copy') copy(button);
  });

  async function copy(button) {
    const field = part('token');
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch (fault) {
      // Without https browsers have no clipboard interface.
      document.execCommand('copy');
    }
    button.textContent = text.copied;
    setTimeout(() => (button.textContent = text.copy), 2000);
  }

  function showExpiry() {
    const end = new Date(expiresAt);
    if (Number.isNaN(end.getTime())) return;
    const isOver = end.getTime() <= Date.now();
    part('expiry').textContent = isOver ? text.expired : `${text.validUntil} ${end.toLocaleTimeString(locale, { timeStyle: 'short' })}`;
    part('token').disabled = isOver;
    part('copy').disabled = isOver;
  }

  /** Asks how the link fares. */
  async function refresh(values) {
    const state = await act('status', values);
    if (state.error) return state;
    if (state.kind !== kind) return { reload: true };
    if (kind === 'pending' && state.isGone) part('state').textContent = text.expired;
    if (kind === 'linked') showState(state);
    return {};
  }

  function syncedAt(instant) {
    const time = new Date(instant);
    return instant === '' ? text.neverSynced : time.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  }

  function showState(state) {
    show(part('gone'), state.isGone);
    show(part('settings'), !state.isGone);
    show(part('facts'), !state.isGone);
    part('state').textContent = state.isGone ? text.notLinked : state.text || text.statusUnknown;
    part('state').dataset.status = state.isGone ? 'gone' : state.status;
    isSettled = state.status !== 'active' || (state.lastSyncedAt !== '' && !state.isSyncing);
    part('synced').textContent = state.status === '' ? '–' : state.isSyncing ? text.syncing : syncedAt(state.lastSyncedAt);
    const problems = { unreachable: text.hintUnreachable, refused: text.hintRefused, dropped: text.hintDropped };
    const counted = state.waiting === 0 ? text.changesNone : `${text.changesWaiting} ${state.waiting}.`;
    part('changes').textContent = [counted, problems[state.problem]].filter(Boolean).join(' ');
    show(part('send'), state.waiting > 0);
    part('erasures').textContent = `${text.erasures} ${state.erasures}`;
    show(part('erasures'), state.erasures > 0);
  }

  function showWidget() {
    const script = document.createElement('script');
    script.src = `${service}/widgets/v1/widget.js`;
    script.onerror = () => show(part('widget-missing'), true);
    document.head.append(script);
    const settings = document.createElement('service-config');
    settings.setAttribute('api-url', service);
    settings.setAttribute('heading-level', '4');
    settings.setAttribute('locale', locale);
    settings.token = widgetToken;
    part('widget').append(settings);
    for (const event of ['service-disconnected', 'service-reconnected', 'service-removed']) {
      settings.addEventListener(event, () => refresh().catch(() => undefined));
    }
  }

  /** One call at a time, none while the page is hidden. */
  async function follow() {
    try {
      const answer = document.hidden ? {} : await refresh();
      if (answer.reload) return location.reload();
      if (answer.error) say(answer.error);
    } catch (fault) {
      // The next turn looks again.
    }
    setTimeout(follow, kind === 'pending' ? pendingMs : isSettled ? linkedMs : syncingMs);
  }

  if (kind === 'pending') {
    showExpiry();
    setInterval(showExpiry, 10000);
  }
  if (kind === 'linked') showWidget();
  if (kind === 'pending' || kind === 'linked') follow();
});
