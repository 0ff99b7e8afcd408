import { randomUUID } from 'node:crypto';
import type { PluginInfo, PluginRelease } from '@sync/platforms';

/** The service refused; `problem` is its problem+json. */
export class PluginRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: unknown,
  ) {
    super(`The service responded to the plugin with ${status}: ${JSON.stringify(problem)}`);
  }
}

/** Nothing at the address responds as the service does. */
class NoService extends Error {
  constructor(serviceUrl: string, cause: unknown) {
    super(`The service does not respond at ${serviceUrl}.`, { cause });
  }
}

export interface PluginRegistration {
  connection_token: string;
  expires_at: string;
  /** Access token of the plugin's embedded configuration widget. */
  widget_token: string;
}

/** How a shop introduces itself to the service. */
export interface PluginIdentity {
  system_slug: string;
  base_url: string;
  credentials: object;
  /** What the plugin says of itself. */
  plugin?: PluginInfo | undefined;
}

/** What the newest release of a platform's plugin says of itself after it was installed. */
export function newestPlugin({ name, releases }: Described, platform_version: string): PluginInfo {
  return { name, version: releases[0].version, platform_version, php_version: '8.3.14', installation_id: randomUUID() };
}

interface Described {
  name: string;
  releases: readonly [PluginRelease, ...PluginRelease[]];
}

/** The shop's side of both handshakes: the requests of the plugin in the shop's administration. Throws PluginRefusal and NoService. */
export class ServicePlugin {
  constructor(
    private readonly identity: PluginIdentity,
    protected readonly serviceUrl: string,
  ) {}

  /** Started by the plugin: the owner hands the returned connection token to the service's caller. */
  async register(): Promise<PluginRegistration> {
    return (await this.post(this.identity)) as PluginRegistration;
  }

  /** Started by the tenant: finishes with the token that the owner pasted in. Returns the connection. */
  async finalise(connectionToken: string): Promise<Record<string, unknown>> {
    return (await this.post({ connection_token: connectionToken, ...this.identity })) as Record<string, unknown>;
  }

  private async post(body: object): Promise<unknown> {
    const noService = (error: unknown) => {
      throw new NoService(this.serviceUrl, error);
    };
    const response = await fetch(`${this.serviceUrl}/api/system-connections/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch(noService);
    const result: unknown = await response.json().catch(noService);
    if (!response.ok) throw new PluginRefusal(response.status, result);
    return result;
  }
}
