import type { IntegrationConnection, Observation } from '@sync/integration-contract';
import type { SystemCapability } from '@sync/records';
import { sourceId, type PlatformRow } from '../../mapping/platform-values';
import { once, problem, refusal, responseProblem } from '../../shop-doctor/observations';
import type { StoreReply } from '../../store-http/store-reply';
import { requireSuccess, WebserviceRefusal } from '../refusal';
import type { CommerceBSettings } from '../settings';
import { shopBaseOf } from '../shop-base';
import { onlyRows } from '../shop-values';
import { rowsIn, type Webservice } from '../webservice';

/** Either the rows of a response or its problem. */
export type CheckedReply = { reply: StoreReply; tookMs: number } & (
  { rows: PlatformRow[]; wrong: null } | { rows: null; wrong: Observation }
);

/** The doctor's requests. Each first page is requested once, however many checks use it. */
export class ShopQuestions {
  readonly shops: () => Promise<CheckedReply>;
  readonly firstPage: Readonly<Record<SystemCapability, () => Promise<CheckedReply>>>;

  constructor(
    private readonly webservice: Webservice,
    readonly settings: CommerceBSettings,
    private readonly connection: IntegrationConnection,
  ) {
    this.shops = once(() => this.list('shops', { display: 'full' }));
    this.firstPage = {
      customers: once(() => this.page('customers')),
      products: once(() => this.page('products')),
      orders: once(() => this.page('orders')),
    };
  }

  /** The same request as an export's. */
  page(capability: SystemCapability, offset = 0): Promise<CheckedReply> {
    return this.list(capability, { display: 'full', sort: '[id_ASC]', limit: `${offset},${this.settings.perPage}` });
  }

  async list(resource: string, parameters: Readonly<Record<string, string>>): Promise<CheckedReply> {
    const request = { resource, parameters, what: `the list of ${resource}` };
    const started = performance.now();
    const reply = await this.webservice.ask(this.connection, request);
    const tookMs = Math.round(performance.now() - started);
    const wrong = this.problemOf(reply, resource);
    if (wrong) return { reply, tookMs, rows: null, wrong };
    try {
      return { reply, tookMs, rows: onlyRows(rowsIn(reply, request)), wrong: null };
    } catch {
      const advice = 'Switch off modules that change the webservice one after another.';
      const evidence = `The list of ${resource} returned something other than a list.`;
      return {
        reply,
        tookMs,
        rows: null,
        wrong: problem(evidence, 'A module changes the responses, or an error of PHP stands in them.', advice),
      };
    }
  }

  private problemOf(reply: StoreReply, resource: string): Observation | null {
    const { status } = reply;
    const known = explained(reply, resource);
    if (known) return known;
    const wrong = responseProblem(reply, shopBaseOf(this.connection.baseUrl));
    if (wrong) return { ...wrong, evidence: `List of ${resource}: ${wrong.evidence}` };
    if (status < 400) return null;
    const evidence = `The list of ${resource} returned ${status}.`;
    return status === 404
      ? problem(
          evidence,
          'The web server does not know the address of the webservice, or it is not that of the shop.',
          'Check the address. In the shop, open Shop Parameters > Traffic & SEO, switch friendly addresses on, and save: that rewrites the rules of the web server.',
        )
      : problem(
          evidence,
          'The webservice, or a firewall in front of it, refuses the call.',
          'Look for a security module or a firewall of the host.',
        );
  }
}

/** The platform's own refusals, by code. Their messages state the cause first, then the advice. */
function explained(reply: StoreReply, resource: string): Observation | null {
  if (reply.status === 401 && reply.isHtml() && !sawNoKey(reply)) return null;
  try {
    requireSuccess(reply, resource);
    return null;
  } catch (error) {
    if (!(error instanceof WebserviceRefusal) || (error.codes.length === 0 && reply.status !== 401)) return null;
    const [cause = '', ...advice] = error.message.split(/(?<=\.) /);
    const codes = error.codes.length > 0 ? `, error ${error.codes.join(' and ')}` : '';
    const found = reply.status === 401 || reply.status === 403 ? refusal : problem;
    return found(
      `The list of ${resource} returned ${reply.status}${codes}.`,
      cause,
      advice.length > 0 ? advice.join(' ') : otherAdvice(reply),
    );
  }
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

export function idsOf(rows: readonly PlatformRow[]): string[] {
  return rows.flatMap(({ id }) => sourceId(id) ?? []);
}
