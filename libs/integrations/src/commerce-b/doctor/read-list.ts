import type { PlatformRow } from '../../mapping/platform-values';
import { firstToHold, when, type Verdict, type Verdicts } from '../../shop-doctor/check';
import { responseVerdicts } from '../../shop-doctor/response-verdicts';
import type { StoreReply } from '../../store-http/store-reply';
import { errorCodes, WebserviceRefusal } from '../refusal';
import { onlyRows } from '../shop-values';
import { rowsIn, type WebserviceRequest } from '../webservice';

export interface ReadList {
  /** None if something is wrong. */
  rows: readonly PlatformRow[];
  wrong: Verdict | null;
  /** The shop knows the key, and the key has no right on the list. */
  lacksRight: boolean;
}

export function readList(reply: StoreReply, request: WebserviceRequest, shopBase: string): ReadList {
  const { rows, failure } = rowsOrFailure(reply, request);
  const wrong = firstToHold(listVerdicts(reply, request.resource, shopBase, failure));
  const codes = failure instanceof WebserviceRefusal ? failure.codes : [];
  return { rows: wrong ? [] : rows, wrong, lacksRight: reply.status === 401 && codes.includes(errorCodes.resourceNotAllowed) };
}

function rowsOrFailure(reply: StoreReply, request: WebserviceRequest): { rows: PlatformRow[]; failure: unknown } {
  try {
    return { rows: onlyRows(rowsIn(reply, request)), failure: null };
  } catch (failure) {
    return { rows: [], failure };
  }
}

function listVerdicts(reply: StoreReply, resource: string, shopBase: string, failure: unknown): Verdicts {
  const { status } = reply;
  return [
    failure instanceof WebserviceRefusal ? refusalVerdict(reply, resource, failure) : null,
    ...responseVerdicts(reply, shopBase, `List of ${resource}`),
    when(status === 404)
      .evidence(`The list of ${resource} returned 404.`)
      .problem('The web server does not know the address of the webservice, or it is not that of the shop.')
      .advice(
        'Check the address. In the shop, open Shop Parameters > Traffic & SEO, switch friendly addresses on, and save: that rewrites the rules of the web server.',
      ),
    when(status >= 400)
      .evidence(`The list of ${resource} returned ${status}.`)
      .problem('The webservice, or a firewall in front of it, refuses the call.')
      .advice('Look for a security module or a firewall of the host.'),
    when(failure !== null)
      .evidence(`The list of ${resource} returned something other than a list.`)
      .problem('A module changes the responses, or an error of PHP stands in them.')
      .advice('Switch off modules that change the webservice one after another.'),
  ];
}

/** The platform's own refusals, by code. Their messages state the cause first, then the advice. */
function refusalVerdict(reply: StoreReply, resource: string, { codes, message }: WebserviceRefusal): Verdict {
  const { status } = reply;
  const isOwn = status === 401 ? !reply.isHtml() || sawNoKey(reply) : codes.length > 0;
  const [cause = '', ...advice] = message.split(/(?<=\.) /);
  const named = codes.length > 0 ? `, error ${codes.join(' and ')}` : '';
  const refused = when(isOwn).evidence(`The list of ${resource} returned ${status}${named}.`);
  return (status === 401 || status === 403 ? refused.refusal(cause) : refused.problem(cause)).advice(
    advice.join(' ') || otherAdvice(reply),
  );
}

/** The webservice's own response to a request without a key. Any other page with 401 comes from something in front of it. */
function sawNoKey(reply: StoreReply): boolean {
  return reply.hasText('401 Unauthorized') || /\bwebservice\b/i.test(reply.header('www-authenticate') ?? '');
}

function otherAdvice(reply: StoreReply): string {
  if (reply.status === 401 && reply.isHtml())
    return 'Let the web server pass the Authorization header on (Apache with CGI: "CGIPassAuth On", or a rewrite rule that sets HTTP_AUTHORIZATION).';
  return "In the shop's back office, open Advanced Parameters > Webservice, and compare the key with that of the connection.";
}
