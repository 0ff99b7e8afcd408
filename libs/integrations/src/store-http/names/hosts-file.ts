import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const systemHostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const checkEveryMs = 5_000;

/** The names that this machine itself defines. Read again once the file has changed; a missing file defines none. */
export class HostsFile {
  #names: ReadonlyMap<string, LookupAddress[]> = new Map();
  #modifiedAt: number | null = null;
  #checkedAt = -Infinity;

  constructor(private readonly path = systemHostsFile) {}

  async find(name: string): Promise<LookupAddress[]> {
    if (performance.now() - this.#checkedAt >= checkEveryMs) await this.#readIfChanged();
    return this.#names.get(name) ?? [];
  }

  async #readIfChanged(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.path);
      if (mtimeMs !== this.#modifiedAt) this.#names = parseHosts(await readFile(this.path, 'utf8'));
      this.#modifiedAt = mtimeMs;
    } catch {
      this.#names = new Map();
      this.#modifiedAt = null;
    }
    this.#checkedAt = performance.now();
  }
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases.map((name) => name.toLowerCase())) names.set(alias, [...(names.get(alias) ?? []), { address, family }]);
  }
  return names;
}
