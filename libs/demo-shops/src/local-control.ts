import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyText } from './commerce-a/request-body';
import { controlPage, type ControlPage } from './control-page/control-page';
import { PluginRefusal, type ServicePlugin } from './service-plugin';

export const controlPrefix = '/__control/';

export type ControlInput = Record<string, unknown>;

/** What can be done to a shop from outside its process, by name. */
export type ControlActions = Readonly<Record<string, (input: ControlInput) => unknown>>;

/** Its message is the answer. */
export class UnusableInput extends Error {}

export function textOf(input: ControlInput, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new UnusableInput(`${name} must be a string`);
  return value;
}

export function numberOf(input: ControlInput, name: string): number {
  const value = Number(input[name]);
  if (!Number.isFinite(value)) throw new UnusableInput(`${name} must be a number`);
  return value;
}

export function fieldsOf({ fields }: ControlInput): ControlInput {
  return typeof fields === 'object' && fields !== null ? (fields as ControlInput) : {};
}

/** Address of the service under the name `service_url`, without a slash at its end. */
function serviceUrlOf(input: ControlInput): string {
  const text = textOf(input, 'service_url');
  if (!URL.canParse(text) || !/^https?:\/\/[^?#\s]+$/i.test(text))
    throw new UnusableInput('service_url must be the address of the service, with http or https');
  return text.replace(/\/+$/, '');
}

/** Both handshakes from the shop's side. */
export function pluginActions(plugin: (serviceUrl: string) => Pick<ServicePlugin, 'register' | 'finalise'>): ControlActions {
  return {
    register: (input) => plugin(serviceUrlOf(input)).register(),
    finalise: (input) => plugin(serviceUrlOf(input)).finalise(textOf(input, 'connection_token')),
  };
}

const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const localNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** A name of another host that leads here would let a foreign web page in. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  return localAddresses.includes(socket.remoteAddress ?? '') && localNames.test(headers.host ?? '');
}

function nameIn(url = ''): string {
  const [path = ''] = url.split('?');
  return path.slice(controlPrefix.length);
}

/**
 * Only for callers on the same machine. JSON is asked for because a page in a browser cannot send it to another origin without asking first, and
 * nobody answers that question here. GET of the prefix itself shows a page to do the same by hand.
 */
export async function handleLocalControl(
  actions: ControlActions,
  page: ControlPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, value: unknown) => send(response, status, { 'Content-Type': 'application/json' }, JSON.stringify(value));
  const name = nameIn(request.url);
  if (!isLocal(request)) return reply(404, { error: 'There is no such control.' });
  if (request.method === 'GET' && name === '') {
    const { headers, html } = controlPage(page, Object.keys(actions));
    return send(response, 200, headers, html);
  }
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action || request.method !== 'POST') return reply(404, { error: 'There is no such control.' });
  if (request.headers['content-type'] !== 'application/json') return reply(415, { error: 'Send application/json.' });
  try {
    const input = JSON.parse((await bodyText(request)) || '{}') as ControlInput;
    return reply(200, (await action(input)) ?? {});
  } catch (error) {
    if (error instanceof PluginRefusal) return reply(502, { error: error.message, status: error.status, problem: error.problem });
    return reply(error instanceof UnusableInput || error instanceof SyntaxError ? 400 : 500, { error: (error as Error).message });
  }
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)), 'Cache-Control': 'no-store' });
  response.end(body);
}
