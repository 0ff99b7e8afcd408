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

describe('too much waiting is refused with 503 and Retry-After', () => {
  it.each([
    ['webhooks', { webhooks: 2, bytes: 1_000 }],
    ['bytes', { webhooks: 100, bytes: 20 }],
  ])('too many %s; what leaves makes room', (_, bounds) => {
    const backlog = new Backlog(bounds);
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
