import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { controlPage, type ControlPage } from './control-page';
import { PluginRefusal, type ServicePlugin } from './service-plugin';
import { send } from './shop-response';

export const controlPrefix = '/__control/';

export type ControlInput = Record<string, unknown>;

/** What can be done to a shop from outside its process, by name. */
export type ControlActions = Readonly<Record<string, (input: ControlInput) => unknown>>;

/** Its message is the response. */
class UnusableInput extends Error {}

/** The service's address in the field `service_url`, without a trailing slash. */
function serviceUrlOf({ service_url: url }: ControlInput): string {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:\/\/[^?#\s]+$/i.test(url))
    throw new UnusableInput('service_url must be the address of the service, with http or https');
  return url.replace(/\/+$/, '');
}

/** Both handshakes from the shop's side. */
export function pluginActions(plugin: (serviceUrl: string) => Pick<ServicePlugin, 'register' | 'finalise'>): ControlActions {
  return {
    register: (input) => plugin(serviceUrlOf(input)).register(),
    finalise: (input) => plugin(serviceUrlOf(input)).finalise(String(input.connection_token)),
  };
}

const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const localNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** Checks the Host header too: a foreign name that resolves to this machine would let a foreign web page in. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  return localAddresses.includes(socket.remoteAddress ?? '') && localNames.test(headers.host ?? '');
}

function nameIn(url = ''): string {
  const [path = ''] = url.split('?');
  return path.slice(controlPrefix.length);
}

/**
 * For callers on the same machine only. Requires JSON because a web page of another origin needs a preflight to send it, and no preflight succeeds
 * here. GET of the prefix shows a page with the same actions.
 */
export async function handleLocalControl(
  actions: ControlActions,
  page: ControlPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const respond = (status: number, headers: Record<string, string>, body: string) =>
    send(response, { status, headers: { ...headers, 'Cache-Control': 'no-store' }, body: Buffer.from(body) });
  const reply = (status: number, value: unknown) => respond(status, { 'Content-Type': 'application/json' }, JSON.stringify(value));
  const name = nameIn(request.url);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!isLocal(request)) return reply(404, { error: 'There is no such control.' });
  if (request.method === 'GET' && name === '') {
    const { headers, html } = controlPage(page, 'webhooks' in actions);
    return respond(200, headers, html);
  }
  if (!action || request.method !== 'POST') return reply(404, { error: 'There is no such control.' });
  if (request.headers['content-type'] !== 'application/json') return reply(415, { error: 'Send application/json.' });
  try {
    const input = JSON.parse((await text(request)) || '{}') as ControlInput;
    return reply(200, (await action(input)) ?? {});
  } catch (error) {
    if (error instanceof PluginRefusal) return reply(502, { error: error.message, status: error.status, problem: error.problem });
    return reply(error instanceof UnusableInput || error instanceof SyntaxError ? 400 : 500, { error: (error as Error).message });
  }
}
