import http from 'node:http';
import https from 'node:https';
import { Socket, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { AddressRefused, type AddressGuard } from './address-guard';
import { requestOf, type SentRequest } from './sent-request';

export interface AgentLimits {
  connectTimeoutMs: number;
  /** Must be at least the concurrent pages of one shop. */
  maxSocketsPerHost: number;
}

export interface GuardedAgents {
  http: http.Agent;
  https: https.Agent;
}

class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  readonly code = 'CONNECT_TIMEOUT';
}

type Connected = ((error: Error | null, stream: Duplex) => void) | undefined;
type Connect = (options: http.ClientRequestArgs, connected: Connected) => Duplex | null | undefined;

class GuardedHttpAgent extends http.Agent {
  constructor(
    private readonly guard: AddressGuard,
    private readonly limits: AgentLimits,
  ) {
    super(poolOptions(limits));
  }

  override createConnection(options: http.ClientRequestArgs, connected?: Connected): Duplex | null | undefined {
    return guardedConnection(this.guard, this.limits, options, connected, (guarded, done) => super.createConnection(guarded, done));
  }
}

class GuardedHttpsAgent extends https.Agent {
  constructor(
    private readonly guard: AddressGuard,
    private readonly limits: AgentLimits,
  ) {
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot disable certificate checks.
    super({ ...poolOptions(limits), rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  }

  override createConnection(options: https.RequestOptions, connected?: Connected): Duplex | null | undefined {
    return guardedConnection(this.guard, this.limits, options, connected, (guarded, done) => super.createConnection(guarded, done));
  }
}

export function createGuardedAgents(guard: AddressGuard, limits: AgentLimits): GuardedAgents {
  return { http: new GuardedHttpAgent(guard, limits), https: new GuardedHttpsAgent(guard, limits) };
}

function poolOptions({ maxSocketsPerHost }: AgentLimits): http.AgentOptions {
  return { keepAlive: true, maxSockets: maxSocketsPerHost, maxFreeSockets: maxSocketsPerHost, scheduling: 'lifo' };
}

/** Guards every new socket: a literal address is checked here, a name when `lookup` resolves it. */
function guardedConnection(
  guard: AddressGuard,
  limits: AgentLimits,
  options: http.ClientRequestArgs,
  connected: Connected,
  connect: Connect,
): Duplex | null | undefined {
  if (guard.refusesLiteral((options.host ?? '').replace(/^\[|\]$/g, ''))) {
    connected?.(new AddressRefused(), new Socket());
    return undefined;
  }
  const sent = requestOf(options);
  if (sent) sent.stage = 'called';
  const closed = new AbortController();
  const socket = connect({ ...options, lookup: guardedLookup(guard, sent, closed.signal) }, connected);
  if (socket) limitConnect(socket, limits.connectTimeoutMs);
  socket?.once('close', () => closed.abort());
  return socket;
}

/** Only called for a name, never for a literal address. */
function guardedLookup(guard: AddressGuard, sent: SentRequest | undefined, signal: AbortSignal): LookupFunction {
  return (hostname, options, callback) => {
    if (sent) sent.stage = 'resolving';
    const resolved: typeof callback = (error, address, family) => {
      if (sent && !error) sent.stage = 'called';
      callback(error, address, family);
    };
    guard.lookup(hostname, options, resolved, { tenantId: sent?.tenantId, signal });
  };
}

/** Name resolution counts towards the timeout. */
function limitConnect(socket: Duplex, connectTimeoutMs: number): void {
  const timer = setTimeout(() => socket.destroy(new ConnectTimeout('connecting took too long')), connectTimeoutMs);
  const stop = (): void => clearTimeout(timer);
  socket.once('connect', stop).once('close', stop);
}
