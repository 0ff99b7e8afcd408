import { Problem } from '@sync/service-runtime';
import { Backlog } from './backlog';

const thrown = (action: () => void) => {
  try {
    action();
    return null;
  } catch (error) {
    return error;
  }
};

describe('the backlog', () => {
  it.each([
    ['webhooks', { maxWebhooks: 2, maxBytes: 1_000 }],
    ['bytes', { maxWebhooks: 100, maxBytes: 20 }],
  ])('refuses too many %s with 503 and Retry-After until others leave', (_, limits) => {
    const backlog = new Backlog(limits);
    backlog.enter(10);
    backlog.enter(10);
    const refusal = thrown(() => backlog.enter(10));
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 503, extras: { headers: { 'Retry-After': '5' } } });
    backlog.leave(10);
    expect(thrown(() => backlog.enter(10))).toBeNull();
    expect(thrown(() => backlog.enter(10))).toBeInstanceOf(Problem);
  });
});
