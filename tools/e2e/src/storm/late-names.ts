import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NameServer } from '@sync/demo-shops';
import type { Environment } from '@sync/test-harness';

/** The apps query the name servers of the system. This makes their process query another one. */
const preload = `const { promises } = require('node:dns');
promises.Resolver = class extends promises.Resolver {
  constructor(options) { super(options); this.setServers([process.env.STORM_NAME_SERVER]); }
};`;

const names = ['one', 'two'].map((shop) => `${shop}.late.example`);

/** Names of shops on this machine, with a name server that takes its time. */
export class LateNames {
  private given = 0;

  private constructor(
    private readonly server: NameServer,
    private readonly preloadPath: string,
  ) {}

  static async start(folder: string): Promise<LateNames> {
    const preloadPath = join(folder, 'name-server.cjs');
    writeFileSync(preloadPath, preload);
    return new LateNames(await NameServer.start(), preloadPath);
  }

  /** For an allowlist of hosts. */
  get all(): readonly string[] {
    return names;
  }

  get environment(): Environment {
    return { NODE_OPTIONS: `--require ${this.preloadPath}`, STORM_NAME_SERVER: this.server.address };
  }

  /** The shop's address with one of the names instead of 127.0.0.1. From now on each lookup of it takes that long. */
  rename(url: string, lateMs: number): string {
    const name = names[this.given];
    if (name === undefined) throw new Error('There is no further name');
    this.given += 1;
    this.server.entries.set(name, { addresses: ['127.0.0.1'], ttl: 0, lateMs });
    return url.replace('127.0.0.1', name);
  }

  stop(): void {
    this.server.stop();
  }
}
