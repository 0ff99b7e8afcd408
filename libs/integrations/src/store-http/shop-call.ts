import { IntegrationRequestException, RequestNotSentException } from '@sync/integration-contract';

/** One request to the shop of a stored connection, as an administrator may see it: it holds no value that was sent or received. */
export interface ShopCall {
  connectionId: string;
  /** Method, and path relative to the shop's address. */
  what: string;
  /** The status; without one `timeout`, `not_sent`, or the code of the failure, such as `ECONNREFUSED`. */
  outcome: string;
  hasFailed: boolean;
  tookMs: number;
  /** Of the response's body, once decompressed. */
  bytes: number;
}

/** Told of each request for a stored connection, once it is over. */
export type OnShopCall = (call: ShopCall) => void;

interface Request {
  connectionId: string;
  path: string;
  body?: unknown;
}

/** Sends a request, and tells how that went. */
export async function toldRequest<R extends { status: number; bytes: number }>(
  { connectionId, path, body }: Request,
  send: () => Promise<R>,
  onCall: OnShopCall,
): Promise<R> {
  const startedAt = performance.now();
  const tell = (outcome: string, bytes: number, hasFailed: boolean) => {
    const tookMs = Math.round(performance.now() - startedAt);
    onCall({ connectionId, what: `${body ? 'POST' : 'GET'} ${namelessPath(path)}`, outcome, hasFailed, tookMs, bytes });
  };
  try {
    const reply = await send();
    tell(String(reply.status), reply.bytes, reply.status < 200 || reply.status > 299);
    return reply;
  } catch (error) {
    tell(outcomeOf(error), 0, true);
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof RequestNotSentException) return 'not_sent';
  const code = error instanceof IntegrationRequestException ? error.code : null;
  return code === 'DEADLINE' ? 'timeout' : (code ?? 'unreachable');
}

const maxLength = 280;
/** Words that are part of an interface: `wp-json`, `v3`. All else may be an id, a name or a token. */
const isWord = (segment: string): boolean => /^(?:[a-z][a-z_-]{0,30}(?:\.php)?|v\d{1,2})$/.test(segment);
const isName = (name: string): boolean => /^[a-z_][\w.[\]-]{0,60}$/i.test(name);

/** A request's path without what it asks for: ids become `{id}`, and of the query the names stay. */
export function namelessPath(path: string): string {
  const [place = '', query = ''] = path.split('?', 2);
  const segments = place.split('/').map((segment) => (segment === '' || isWord(segment) ? segment : '{id}'));
  const names = new Set([...new URLSearchParams(query).keys()].filter(isName));
  return `${segments.join('/')}${names.size > 0 ? `?${[...names].join('&')}` : ''}`.slice(0, maxLength);
}
