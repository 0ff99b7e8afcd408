import type { IncomingMessage } from 'node:http';

export interface DemoShopAddress {
  /** Process name, for example `demo-shop-a`. */
  name: string;
  platform: string;
  /** Name of the shop as its owner sees it. */
  title: string;
  url: string;
}

/** The response to a plugin's registration. */
export interface PluginRegistration {
  connection_token: string;
  expires_at: string;
  widget_token: string;
}

const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const localNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * The control API of a demo shop accepts only this machine and no foreign origins. The gateway forwards its responses, which contain
 * tokens, so it must apply the same rule.
 */
export function isSameMachineAndPage({ socket, headers }: IncomingMessage): boolean {
  const isLocal = localAddresses.includes(socket.remoteAddress ?? '') && localNames.test(headers.host ?? '');
  return isLocal && (headers.origin === undefined || headers.origin === `http://${headers.host}`);
}

/** Makes the plugin of a demo shop register, as its owner would with a click in the shop's administration. */
export class RegisterDemoShop {
  constructor(private readonly serviceUrl: () => string) {}

  /** Rejects if the shop does not respond or the service rejects the registration. */
  async run({ url, title }: DemoShopAddress): Promise<PluginRegistration> {
    const response = await fetch(`${url}/__control/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service_url: this.serviceUrl() }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new Error(`${title} responded with ${response.status}.`);
    const { connection_token, expires_at, widget_token } = (await response.json()) as PluginRegistration;
    return { connection_token, expires_at, widget_token };
  }
}
