/** The service refused; `problem` is its problem+json. */
export class PluginRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: unknown,
  ) {
    super(`The service answered the plugin with ${status}: ${JSON.stringify(problem)}`);
  }
}

/** Nothing that could be the service answers at the address. */
export class NoService extends Error {
  constructor(serviceUrl: string, cause: unknown) {
    super(`There is no answer of the service at ${serviceUrl}.`, { cause });
  }
}

export interface PluginRegistration {
  connection_token: string;
  expires_at: string;
  /** Access token of the plugin's embedded configuration widget. */
  widget_token: string;
}

/** What a shop tells the service of itself. */
export interface PluginIdentity {
  system_slug: string;
  base_url: string;
  credentials: object;
}

/** The shop's side of both handshakes: what the plugin in the shop owner's administration says to the service. Throws PluginRefusal and NoService. */
export class ServicePlugin {
  constructor(
    private readonly identity: PluginIdentity,
    private readonly serviceUrl: string,
  ) {}

  /** Plugin-initiated: the answer's connection token is what the owner hands to the service's caller. */
  async register(): Promise<PluginRegistration> {
    return (await this.post(this.identity)) as PluginRegistration;
  }

  /** Tenant-initiated: finishes with the token that the owner pasted in. Answers the connection. */
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
    const answer: unknown = await response.json().catch(noService);
    if (!response.ok) throw new PluginRefusal(response.status, answer);
    return answer;
  }
}
