import { existsSync, readFileSync, statSync } from 'node:fs';
import { rigAgent } from '../woocommerce/rest';

export interface Traffic {
  requests: number;
  bytes: number;
}

interface LogLine {
  uri: string;
  status: number;
  bytes: number;
  agent: string;
}

/** Sums up lines of the web server's log. Requests of the rig and of the shop itself do not count. */
export function trafficOf(lines: readonly string[]): Traffic {
  const requests = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LogLine);
  const ofService = requests.filter(({ agent }) => agent !== rigAgent && !agent.startsWith('WordPress/'));
  return { requests: ofService.length, bytes: ofService.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** What the service asks a shop for, from the web server's log. */
export class RequestLog {
  constructor(private readonly path: string) {}

  /** The place where the log ends now. */
  mark(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  since(mark: number): Traffic {
    return trafficOf(readFileSync(this.path).subarray(mark).toString('utf8').split('\n'));
  }
}
