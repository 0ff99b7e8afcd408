import type { Observation, ShopCheck } from '@sync/integration-contract';
import { asRow, text } from '../../mapping/platform-values';
import type { StoreReply } from '../../store-http/store-reply';
import { good, notice, problem, responseProblem } from '../../shop-doctor/observations';
import { jsonIn, rowsIn, type TimedReply, type ShopQuestions } from './shop-questions';

const permalinks = 'In the shop, open Settings > Permalinks and choose any structure but "Plain".';

/** Checks of the REST interface and of this service's plugin. */
export function interfaceChecks(shop: ShopQuestions): ShopCheck[] {
  const plugin: ShopCheck = {
    name: 'plugin',
    title: 'The plugin of this service knows the connection',
    look: async () => lookAtPlugin(shop, await shop.connectivity()),
  };
  // A platform at a custom path has no such root.
  if (!shop.settings.restPath.startsWith('wp-json/')) return [plugin];
  return [
    { name: 'rest-root', title: 'The REST interface of the shop responds', look: async () => lookAtRoot(shop, await shop.restRoot()) },
    plugin,
    { name: 'time-zone', title: 'The shop reports its time zone', needs: ['rest-root'], look: async () => lookAtTimeZone(shop) },
  ];
}

function lookAtRoot(shop: ShopQuestions, { reply }: TimedReply): Observation {
  if (reply.status === 404 || (reply.status < 300 && reply.isHtml()))
    return problem(
      `The root of the interface returned ${reply.status}${reply.isHtml() ? ' and an HTML page' : ''}.`,
      'The shop has plain permalinks, or an extension closes its REST interface.',
      `${permalinks} Then look for a security extension that switches the REST API off.`,
    );
  const wrong = responseProblem(reply, shop.storeBase);
  if (wrong) return wrong;
  if (reply.status === 401 || reply.status === 403)
    return problem(
      `The root of the interface returned ${reply.status}.`,
      'An extension closes the REST interface for visitors, or the web server asks for a password of its own.',
      'Let the security extension except the REST API, or take the password off.',
    );
  const namespaces = asRow(jsonIn(reply))?.namespaces;
  const wanted = shop.settings.restPath.replace(/^wp-json\//, '');
  if (Array.isArray(namespaces) && !namespaces.includes(wanted))
    return problem(
      `The interface is there, and ${wanted} is not among what it offers.`,
      'The shop extension is switched off.',
      'Activate the shop extension in the list of plugins.',
    );
  return good(`The interface is there${Array.isArray(namespaces) ? ` and offers ${wanted}` : ''}.`);
}

function lookAtPlugin(shop: ShopQuestions, { reply }: TimedReply): Observation {
  const { status } = reply;
  const evidence = `The connectivity check returned ${status}.`;
  if (status === 401 && !reply.isRefusedByPage())
    return problem(
      evidence,
      'The plugin has another connection token than this connection: the shop was reconnected or restored from a copy.',
      'Connect the shop again with a new token.',
    );
  if (status === 404 && !reply.isHtml())
    return problem(evidence, 'The plugin is not installed, or not active.', 'Install and activate the plugin in the shop.');
  // The same as the verification accepts: any body but a web page.
  if (status === 200 && !reply.isHtmlDocument()) return responding(reply);
  const wrong = responseProblem(reply, shop.storeBase);
  if (wrong) return { ...wrong, evidence: `Connectivity check: ${wrong.evidence}` };
  return problem(
    evidence,
    'The plugin refuses the check, or something in front of it does.',
    'Update the plugin. Look for a security extension or a firewall of the host.',
  );
}

function responding(reply: StoreReply): Observation {
  const version = text(asRow(jsonIn(reply))?.plugin_version);
  const isPlain = version !== null && /^[\w.+-]{1,20}$/.test(version);
  return good(isPlain ? `It responds, in version ${version}.` : 'It responds, and does not say which version it is.');
}

/** Zone names hold only letters, so no other text of the shop is repeated. */
const zoneName = /^[A-Za-z_]+(\/[A-Za-z_+-]+){0,2}$/;

async function lookAtTimeZone(shop: ShopQuestions): Promise<Observation> {
  const root = asRow(jsonIn((await shop.restRoot()).reply)) ?? {};
  const offset = typeof root.gmt_offset === 'string' ? Number(root.gmt_offset || Number.NaN) : root.gmt_offset;
  const name = text(root.timezone_string);
  if (name !== null && zoneName.test(name)) return good(`It is ${name}.`);
  if (typeof offset === 'number' && Number.isFinite(offset))
    return notice(
      `It is set to a fixed ${offset >= 0 ? '+' : ''}${offset} hours.`,
      'Without a named zone the shop knows no summer time: its local times are off for half of the year.',
      'In the shop, open Settings > General and choose a city as the time zone.',
    );
  const rows = rowsIn((await shop.firstPage.orders()).reply);
  if (rows.length === 0 || rows.some((row) => text(row.date_created_gmt) !== null))
    return good('The shop does not name it; its records carry times in UTC, too.');
  return notice(
    'Neither the shop nor its records show it.',
    'An extension takes the UTC times out of the records.',
    'Switch off extensions that change the REST API: without UTC times, changes of customers are not recognised.',
  );
}
