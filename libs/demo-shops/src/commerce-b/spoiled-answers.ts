import type { FaultKind } from '../commerce-a/shop-faults';
import { met, spoil, type MetFaults } from '../commerce-a/spoiled-answers';
import { htmlAnswer, type ShopAnswer } from '../commerce-a/wordpress-answers';
import { errorAnswer } from './webservice-answers';
import { refusal } from './webservice-error';

const titles: Record<number, string> = { 429: 'Too Many Requests', 502: 'Bad Gateway', 503: 'Service Temporarily Unavailable' };

/** 401 and 500 come from the webservice, in its own words: a PHP error becomes an entry of `errors`. All others come from the host before it, as a page. */
function statusAnswer(status: number, retryAfter: string | undefined): ShopAnswer {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  const own = {
    401: refusal(401, 21, 'No permission for this authentication key'),
    500: refusal(500, 2, '[PHP Error #1] Allowed memory size of 134217728 bytes exhausted (classes/ObjectModel.php, line 1)'),
  }[status];
  const answer = own ? errorAnswer('JSON', [own], status !== 401) : htmlAnswer(status, `${status} ${titles[status] ?? 'Error'}`);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The answer with the faults that change what it says. */
export function spoilWebservice(honest: ShopAnswer, faults: MetFaults): ShopAnswer {
  const status = met(faults, 'status');
  if (!status) return spoil(honest, faults);
  const others = new Map<FaultKind['kind'], FaultKind>([...faults].filter(([kind]) => kind !== 'status'));
  return spoil(statusAnswer(status.status, status.retryAfter), others);
}
