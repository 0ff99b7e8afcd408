import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A real OpenID provider in its own process. */
export class OidcProviderProcess {
  static readonly client = { id: 'admin-api', secret: 'a-canary-of-a-client-secret' };

  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  static async start(redirectUrl: string): Promise<OidcProviderProcess> {
    const { id, secret } = OidcProviderProcess.client;
    const child = fork(join(__dirname, 'oidc-provider-process.mjs'), [redirectUrl, id, secret], { stdio: 'ignore', execArgv: [] });
    const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
    return new OidcProviderProcess(child, issuer);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}
