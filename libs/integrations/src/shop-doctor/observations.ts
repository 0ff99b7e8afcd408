import type { Observation } from '@sync/integration-contract';
import type { StoreReply } from '../store-http/store-reply';

export function good(evidence: string): Observation {
  return { verdict: 'good', evidence };
}

export function notice(evidence: string, cause: string, advice: string): Observation {
  return { verdict: 'notice', evidence, cause, advice };
}

export function problem(evidence: string, cause: string, advice: string): Observation {
  return { verdict: 'problem', evidence, cause, advice };
}

/** A problem with what the credentials may do. */
export function refusal(evidence: string, cause: string, advice: string): Observation {
  return { ...problem(evidence, cause, advice), isRefusal: true };
}

/** A problem with what stands in front of the shop. */
function block(evidence: string, cause: string, advice: string): Observation {
  return { ...problem(evidence, cause, advice), isBlock: true };
}

/** Calls once and shares the outcome: several checks use the same response. */
export function once<T>(call: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | null = null;
  return () => (outcome ??= call());
}

/** The problem of a response that should be successful JSON; null if there is none or only the platform can tell. */
export function responseProblem(reply: StoreReply, baseUrl: string): Observation | null {
  const { status } = reply;
  if (status >= 300 && status < 400) return redirected(reply, baseUrl);
  if (isBlocked(reply)) return blocked(reply);
  if (status === 429 || status === 503)
    return problem(
      `The shop responded with ${status}.`,
      status === 429 ? 'The host of the shop limits how often it may be asked.' : 'The shop is in maintenance, or its host is overloaded.',
      'Wait and look again. If it stays so, ask the host to let this service through.',
    );
  if (status >= 500)
    return problem(
      `The shop responded with ${status}.`,
      'The shop broke down over the request: a bug of the shop or one of its extensions, or not enough memory.',
      "Look into the shop's error log for the time of this look. Switch off extensions that were added lately.",
    );
  if (reply.isHtml() && status < 400) return webPage(reply);
  return status < 400 && !isReadable(reply) ? unreadable(reply) : null;
}

/** What stands in front of a shop refuses with a page of its own; a shop refuses in JSON. */
function isBlocked(reply: StoreReply): boolean {
  return reply.isRefusedByPage() || reply.header('cf-mitigated') !== null;
}

function blocked(reply: StoreReply): Observation {
  if (reply.status === 401 && reply.header('cf-mitigated') === null) return passwordPage();
  const isCloudflare = reply.header('cf-ray') !== null || /^cloudflare$/i.test(reply.header('server')?.trim() ?? '');
  return block(
    `The shop responded with ${reply.status}${reply.isHtml() ? ' and an HTML page' : ''}${isCloudflare ? ', sent by Cloudflare' : ''}.`,
    `A firewall in front of the shop refuses the call${isCloudflare ? ', because Cloudflare takes this service for a robot' : ''}: the call does not reach the shop.`,
    isCloudflare
      ? 'In Cloudflare, open Security > WAF and add a rule that skips bot protection and challenges for the addresses of the interface, or for the user agent that begins with "connection-sync/".'
      : 'Ask the host of the shop, or look into its security extension: it must allow the user agent that begins with "connection-sync/", or the addresses of this service.',
  );
}

function passwordPage(): Observation {
  return block(
    'The shop responded with 401 and an HTML page.',
    'A page stands in front of the shop: the web server, a firewall or a security extension asks for a password of its own before the shop is reached.',
    'Take the password off, or let calls to the interface pass without it. A firewall must allow the user agent that begins with "connection-sync/".',
  );
}

function redirected(reply: StoreReply, baseUrl: string): Observation {
  const target = reply.locationOrigin();
  const isElsewhere = target !== null && target !== new URL(baseUrl).origin;
  return problem(
    `The shop responded with ${reply.status}, a redirect${isElsewhere ? ` to ${target}` : ''}.`,
    'The address of the connection is not the one that the shop knows as its own. A redirect is never followed: it would carry the credentials along.',
    isElsewhere
      ? `Connect the shop again under ${target}.`
      : 'Connect the shop again under the address that a browser shows after it was opened.',
  );
}

function webPage(reply: StoreReply): Observation {
  return problem(
    `The shop responded with status ${reply.status} and an HTML page instead of JSON.`,
    'A web page stands in front of the interface: a captcha or "are you human" page of the host, a security extension, a maintenance page, or the home page of a shop whose addresses are not set up for its interface.',
    'Open the same address in a browser without being logged in, and see which page it is. Let requests of this service pass it.',
  );
}

function unreadable(reply: StoreReply): Observation {
  return problem(
    `The shop responded with status ${reply.status} and a body that is not JSON.`,
    'Something writes into the response: a notice of PHP, or the output of an extension.',
    'Switch off the display of errors in PHP (display_errors), then the extensions one after another, until the body is JSON.',
  );
}

function isReadable(reply: StoreReply): boolean {
  try {
    reply.json();
    return true;
  } catch {
    return false;
  }
}

/** `parseJson` drops the mark, but other clients may stumble over it. */
export function byteOrderMark(what: string): Observation {
  return notice(
    `${what} begins with a byte order mark.`,
    'A file of a theme or an extension was saved as "UTF-8 with BOM".',
    'It does no harm here. To get rid of it, save the file without the mark; switching extensions off one after another shows which one it is.',
  );
}
