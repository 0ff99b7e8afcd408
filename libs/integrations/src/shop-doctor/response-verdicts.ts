import type { StoreReply } from '../store-http/store-reply';
import { otherwise, when, type Verdict } from './check';

/**
 * What is wrong with a response that should be successful JSON. None of these verdicts holds if nothing is wrong, or if only the
 * platform can tell. Their evidence begins with `what`.
 */
export function responseVerdicts(reply: StoreReply, baseUrl: string, what?: string): Verdict[] {
  const { status } = reply;
  const shop = what === undefined ? 'The shop' : `${what}: The shop`;
  return [
    ...redirectVerdicts(reply, baseUrl, shop),
    ...blockVerdicts(reply, shop),
    when(status === 429 || status === 503)
      .evidence(`${shop} responded with ${status}.`)
      .problem(
        status === 429
          ? 'The host of the shop limits how often it may be asked.'
          : 'The shop is in maintenance, or its host is overloaded.',
      )
      .advice('Wait and look again. If it stays so, ask the host to let this service through.'),
    when(status >= 500)
      .evidence(`${shop} responded with ${status}.`)
      .problem('The shop broke down over the request: a bug of the shop or one of its extensions, or not enough memory.')
      .advice("Look into the shop's error log for the time of this look. Switch off extensions that were added lately."),
    when(status < 400 && reply.isHtml())
      .evidence(`${shop} responded with status ${status} and an HTML page instead of JSON.`)
      .problem(
        'A web page stands in front of the interface: a captcha or "are you human" page of the host, a security extension, a maintenance page, or the home page of a shop whose addresses are not set up for its interface.',
      )
      .advice(
        'Open the same address in a browser without being logged in, and see which page it is. Let requests of this service pass it.',
      ),
    when(status < 400 && jsonIn(reply) === undefined)
      .evidence(`${shop} responded with status ${status} and a body that is not JSON.`)
      .problem('Something writes into the response: a notice of PHP, or the output of an extension.')
      .advice('Switch off the display of errors in PHP (display_errors), then the extensions one after another, until the body is JSON.'),
  ];
}

function redirectVerdicts(reply: StoreReply, baseUrl: string, shop: string): Verdict[] {
  const { status } = reply;
  const isRedirect = status >= 300 && status < 400;
  const target = reply.locationOrigin();
  const problem =
    'The address of the connection is not the one that the shop knows as its own. A redirect is never followed: it would carry the credentials along.';
  return [
    when(isRedirect && target !== null && target !== new URL(baseUrl).origin)
      .evidence(`${shop} responded with ${status}, a redirect to ${target}.`)
      .problem(problem)
      .advice(`Connect the shop again under ${target}.`),
    when(isRedirect)
      .evidence(`${shop} responded with ${status}, a redirect.`)
      .problem(problem)
      .advice('Connect the shop again under the address that a browser shows after it was opened.'),
  ];
}

/** What stands in front of a shop refuses with a page of its own; a shop refuses in JSON. */
function blockVerdicts(reply: StoreReply, shop: string): Verdict[] {
  const { status } = reply;
  const isChallenge = reply.header('cf-mitigated') !== null;
  if (!reply.isRefusedByPage() && !isChallenge) return [];
  const responded = `${shop} responded with ${status}${reply.isHtml() ? ' and an HTML page' : ''}`;
  return [
    when(status === 401 && !isChallenge)
      .evidence(`${shop} responded with 401 and an HTML page.`)
      .block(
        'A page stands in front of the shop: the web server, a firewall or a security extension asks for a password of its own before the shop is reached.',
      )
      .advice(
        'Take the password off, or let calls to the interface pass without it. A firewall must allow the user agent that begins with "connection-sync/".',
      ),
    when(reply.header('cf-ray') !== null || /^cloudflare$/i.test(reply.header('server')?.trim() ?? ''))
      .evidence(`${responded}, sent by Cloudflare.`)
      .block(
        'A firewall in front of the shop refuses the call, because Cloudflare takes this service for a robot: the call does not reach the shop.',
      )
      .advice(
        'In Cloudflare, open Security > WAF and add a rule that skips bot protection and challenges for the addresses of the interface, or for the user agent that begins with "connection-sync/".',
      ),
    otherwise
      .evidence(`${responded}.`)
      .block('A firewall in front of the shop refuses the call: the call does not reach the shop.')
      .advice(
        'Ask the host of the shop, or look into its security extension: it must allow the user agent that begins with "connection-sync/", or the addresses of this service.',
      ),
  ];
}

/** `parseJson` drops the mark, but other clients may stumble over it. */
export function byteOrderMark(reply: StoreReply, what: string): Verdict {
  return when(reply.startsWithByteOrderMark())
    .evidence(`${what} begins with a byte order mark.`)
    .notice('A file of a theme or an extension was saved as "UTF-8 with BOM".')
    .advice(
      'It does no harm here. To get rid of it, save the file without the mark; switching extensions off one after another shows which one it is.',
    );
}

/** Undefined: the body is not JSON. */
export function jsonIn(reply: StoreReply): unknown {
  try {
    return reply.json();
  } catch {
    return undefined;
  }
}
