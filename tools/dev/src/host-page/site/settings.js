// The second widget. In a real shop its plugin shows it in the shop's administration, with the token that the plugin received when it registered the shop.
import { account, keepPluginToken } from './kept.js';
import { claim, registerDemoShop } from './service.js';

const at = (id) => document.getElementById(id);

function aboutOf({ isDirect, shop, hasShops, isConnected, widget }) {
  if (isDirect) return 'The settings of your account. A direct system offers none, and the widget says so.';
  if (!hasShops) return 'A shop’s plugin shows its settings in the shop’s administration. This instance runs without demo shops (DEMO=0).';
  if (!shop) return '';
  if (widget)
    return `What the owner of ${shop.title} sees in the shop’s administration: the plugin embeds the settings widget with its own token.`;
  if (isConnected)
    return `${shop.title} is connected with a token of Papermill. The settings widget needs a token of the plugin, which the plugin receives when it registers the shop.`;
  return `A shop can also be connected from its own side. Its plugin registers the shop, hands a connection token to Papermill, and shows the settings widget in the shop’s administration.`;
}

/** `isConnected`: the demo shop is. `widget`: the element, when there is a token for it. `onConnected`: the shop has been connected from its side. */
export function showSettings({ isDirect, shop, hasShops, isConnected, widget, onConnected }) {
  at('settings-about').textContent = aboutOf({ isDirect, shop, hasShops, isConnected, widget });
  at('settings').replaceChildren(...(widget ? [widget] : []));
  at('register-status').textContent = '';
  const button = at('register');
  button.hidden = isDirect || !shop || isConnected || Boolean(widget);
  if (button.hidden) return;
  button.textContent = `Connect ${shop.title} from its plugin`;
  button.onclick = () => void connectFromPlugin(shop, onConnected);
}

async function connectFromPlugin(shop, onConnected) {
  if (!account().token) return say('Papermill is not connected to the service yet.');
  say('Registering …');
  try {
    const { connection_token: connectionToken, widget_token: widgetToken } = await registerDemoShop(shop.name);
    await claim(connectionToken);
    keepPluginToken(shop.name, widgetToken);
    await onConnected();
  } catch (error) {
    say(error.message);
  }
}

function say(text) {
  at('register-status').textContent = text;
}
