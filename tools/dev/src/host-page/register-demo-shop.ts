import type { IncomingMessage } from 'node:http';

export interface DemoShopAddress {
  /** Of its process, for example `demo-shop-a`. */
  name: string;
  platform: string;
  /** As its owner calls it. */
  title: string;
  url: string;
}

/** What the plugin of a shop is told when it registers the shop. */
export interface PluginRegistration {
  connection_token: string;
  expires_at: string;
  widget_token: string;
}

const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const localNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * The control of a demo shop answers on its own machine only, and pages of other origins cannot speak to it. What passes its answers on, which
 * hold tokens, must ask the same.
 */
export function isSameMachineAndPage({ socket, headers }: IncomingMessage): boolean {
  const isLocal = localAddresses.includes(socket.remoteAddress ?? '') && localNames.test(headers.host ?? '');
  return isLocal && (headers.origin === undefined || headers.origin === `http://${headers.host}`);
}

/** Makes the plugin of a demo shop register its shop with the service, as an owner does with a click in the shop's administration. */
export class RegisterDemoShop {
  constructor(private readonly serviceUrl: () => string) {}

  /** Rejects when the shop does not answer or the service refused it. */
  async run({ url, title }: DemoShopAddress): Promise<PluginRegistration> {
    const answer = await fetch(`${url}/__control/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service_url: this.serviceUrl() }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${title} answered ${answer.status}.`);
    const { connection_token, expires_at, widget_token } = (await answer.json()) as PluginRegistration;
    return { connection_token, expires_at, widget_token };
  }
}
