// The page itself: one connector for the chosen integration, and one settings widget below it, for its own account the webhooks.
import './event-log.js';
import { applyLanguage } from './appearance.js';
import { integrations, markCards, picture, product, showCards, system } from './integrations.js';
import { account, forgetAll, keepAccount, masked, pluginToken } from './kept.js';
import { notify, withdraw } from './notices.js';
import { connections, demoShops, startSession } from './service.js';
import { showSettings } from './settings.js';

const at = (id) => document.getElementById(id);
/** Null: not known. */
let shops = null;
let active = [];

const chosen = () => integrations.find(({ key }) => location.hash === `#${key}`) ?? integrations[0];
const shopOf = ({ key }) => shops?.find(({ platform }) => platform === key);
const connectedShops = ({ key }) => active.filter((connection) => connection.system.slug === key);

function element(name, properties) {
  const made = document.createElement(name);
  applyLanguage(made);
  return Object.assign(made, properties);
}

/** The token is given as a property: an attribute could be read by everybody who reads the document. */
function newConnector() {
  const { tenant_id: tenantId, token } = account();
  const made = element('service-connector', { tenantId, token, systemName: product.name });
  made.setAttribute('system', system);
  made.setAttribute('external-user-id', 'maras-teahouse');
  return made;
}

/** An element that initialises this account stays: with it the only copy of the token would go, and the next one would make a second company. */
function showConnector(integration) {
  const shown = at('connector').firstElementChild;
  const connector = shown && !account().token ? shown : newConnector();
  const shop = shopOf(integration);
  const isShop = integration.key !== 'direct';
  set(connector, 'connection', isShop && integration.key);
  set(connector, 'connection-name', isShop && integration.title);
  connector.replaceChildren(logo('system-logo', product), ...(isShop ? [logo('connection-logo', integration)] : []));
  set(connector, 'plugin-url', shop && `${shop.url}/__control/`);
  if (connector !== shown) at('connector').replaceChildren(connector);
  at('connect-another').hidden = true;
  at('connect-hint').textContent = hintFor(integration);
}

const logo = (slot, { icon }) => picture(icon, { slot, class: 'logo' });

function set(connector, attribute, value) {
  if (value) connector.setAttribute(attribute, value);
  else connector.removeAttribute(attribute);
}

function hintFor(integration) {
  if (integration.key === 'direct' || !shops) return '';
  const shop = shopOf(integration);
  if (!shop) return 'This instance runs without demo shops (DEMO=0). A shop with the plugin takes the token, too.';
  return `To try it: create a token, open the plugin of ${shop.title} with the link, paste the token there, and watch this page.`;
}

function showConnected(integration) {
  const items = connectedShops(integration).map(({ name, base_url: address }) => {
    const item = document.createElement('li');
    const title = document.createElement('strong');
    title.textContent = name;
    item.append(title, ' ', address);
    return item;
  });
  at('connected').replaceChildren(...items);
  at('connected').hidden = items.length === 0;
}

function showKept() {
  const { tenant_id: tenantId, token } = account();
  at('kept-tenant').textContent = tenantId ?? 'none yet';
  at('kept-token').textContent = token ? masked(token) : 'none yet';
}

async function refresh() {
  try {
    active = (await connections()).filter(({ status, system: known }) => status === 'active' && known);
    withdraw('account-notice');
  } catch ({ status }) {
    if (status === 401) notify('account-notice', 'The service does not know the access that this page has kept. Forget it to start again.');
    else notify('account-notice', 'The list of your connections could not be loaded.', choose);
  }
  markCards(chosen().key, active);
  showConnected(chosen());
}

/** Those that run beside the service, to try it with; a shop of your own can be connected without them. */
async function loadShops() {
  try {
    shops = await demoShops();
    withdraw('shops-notice');
  } catch {
    notify('shops-notice', 'The demo shops could not be loaded.', () => loadShops().then(choose));
  }
}

const settings = (integration) => {
  const isDirect = integration.key === 'direct';
  const shop = shopOf(integration);
  const token = isDirect ? account().token : shop && pluginToken(shop.name);
  showSettings({
    isDirect,
    shop,
    hasShops: shops?.length !== 0,
    isConnected: connectedShops(integration).some(({ base_url: address }) => address === shop?.url),
    widget: token && element('service-config', { token }),
    onConnected: choose,
  });
};

/** Of the account, not of a shop. */
function showWebhooks(integration) {
  const section = at('webhooks');
  section.hidden = integration.key !== 'direct' || !account().token;
  const widget = !section.hidden && element('service-webhooks', {});
  section.querySelector('.stage').replaceChildren(...(widget ? [widget] : []));
  if (widget) void giveSession(widget);
}

/** Where this fails, the list of connections has failed as well, and its notice says why. */
async function giveSession(widget) {
  widget.token = await startSession('webhooks').catch(() => undefined);
}

/** Shows the integration that the address names. A connected shop need not connect again. */
async function choose() {
  const integration = chosen();
  at('connect-title').textContent = integration.title;
  at('connect-about').textContent = integration.about;
  if (account().token) at('connector').replaceChildren();
  at('connect-hint').textContent = '';
  at('connect-another').hidden = true;
  await refresh();
  if (integration !== chosen()) return;
  if (connectedShops(integration).length > 0) at('connect-another').hidden = false;
  else showConnector(integration);
  settings(integration);
  showWebhooks(integration);
}

window.addEventListener('service-initialized', ({ detail }) => {
  keepAccount(detail);
  showKept();
  settings(chosen());
  showWebhooks(chosen());
  void refresh();
});
window.addEventListener('service-registered', () => {
  at('connect-hint').textContent = '';
  void refresh().then(() => settings(chosen()));
});
window.addEventListener('service-token-refused', ({ target }) => target.localName === 'service-webhooks' && void giveSession(target));
window.addEventListener('hashchange', () => void choose());
at('connect-another').addEventListener('click', () => showConnector(chosen()));
at('forget').addEventListener('click', () => {
  forgetAll();
  location.reload();
});

showCards();
showKept();
await loadShops();
await choose();
