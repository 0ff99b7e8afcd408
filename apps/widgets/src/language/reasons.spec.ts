import { problemOf, problemText } from './reasons';
import { sharedTexts } from './texts';

describe('the problem of a shop', () => {
  it.each<[status: string, reason: unknown, look: string, text: string]>([
    ['active', { code: 'credentials_refused', message: 'x' }, 'warning waits', 'The shop denies access. Check its key.'],
    ['active', { code: 'blocked', message: 'x' }, 'warning waits', 'A firewall denies access.'],
    ['active', { code: 'waiting_for_shop', message: 'x' }, 'warning waits', 'Waiting for the shop.'],
    ['active', { code: 'webhooks_silent', message: 'No webhook comes.' }, 'warning', 'No webhook comes.'],
    ['error', { code: 'new', message: 'In words.' }, 'danger', 'In words.'],
    ['error', { code: 'shop_unreachable' }, 'danger', 'The shop cannot be reached.'],
    ['error', { code: 'reachable_again', message: 'x' }, 'danger', 'The shop responds again.'],
    ['error', { code: 'toString', message: 5 }, 'danger', 'Something went wrong.'],
    ['error', null, 'danger', 'Something went wrong.'],
  ])('that is %s for the reason %j looks like %s and says %s', (status, status_reason, look, text) => {
    const problem = problemOf({ status, status_reason });
    expect(problem).toMatchObject({ look });
    expect(problem && problemText(problem, sharedTexts.en)).toBe(text);
  });

  it.each([
    ['active', null],
    ['active', { code: 'odd', message: 5 }],
    ['disconnected', { code: 'disconnected', message: 'x' }],
  ])('is none while it is %s with the reason %j', (status, status_reason) => expect(problemOf({ status, status_reason })).toBeNull());
});
