import type { ServiceResponse } from '../service/request';
import { connectionOf, emptyPanel, isDone, isEnded, offeredActions, refused } from './connection-panel';

const body = {
  id: '01960000-0000-7000-8000-000000000001',
  name: 'Tea House',
  status: 'active',
  status_reason: null,
  last_synced_at: '2026-01-05T13:00:00.000Z',
  sync: null,
  grace_deadline: null,
  actions: ['disconnect', 'uninstall'],
};
const response = (status: number, given: unknown = body, more: Partial<ServiceResponse> = {}): ServiceResponse => ({
  status,
  body: given,
  retryAfterMs: null,
  clockAheadMs: 0,
  etag: null,
  ...more,
});
const shown = (more: object) => connectionOf(response(200, { ...body, ...more }))!;

describe('the connection', () => {
  it('is read from the response, with times by the clock of this machine', () => {
    expect(connectionOf(response(200, body, { clockAheadMs: 60_000 }))).toEqual({
      id: body.id,
      name: 'Tea House',
      status: 'active',
      problem: null,
      syncedAt: Date.UTC(2026, 0, 5, 12, 59),
      counted: null,
      deadline: null,
      actions: ['disconnect', 'uninstall'],
    });
  });

  it.each([
    [
      { records_fetched: 350, rows_listed: 501 },
      { done: 350, total: 501 },
    ],
    [{ records_fetched: 350, rows_listed: null }, null],
    [{ records_fetched: 350 }, null],
  ])('of the open sync %j the panel counts %j', (sync, counted) => expect(shown({ sync }).counted).toEqual(counted));

  it.each([[response(403)], [response(0, null)], [response(200, null)], [response(200, {})], [response(200, { id: 5 })]])(
    'is unknown after the response %j',
    (given) => expect(connectionOf(given)).toBeNull(),
  );

  it('has only reasons, actions and times that the widget knows', () => {
    const odd = { status_reason: { code: 'toString' }, actions: ['explode', 'reconnect', 7], last_synced_at: 'soon', grace_deadline: 5 };
    expect(shown(odd)).toMatchObject({ problem: null, actions: ['reconnect'], syncedAt: null });
    expect(shown({ actions: 'all', status_reason: 'odd' })).toMatchObject({ problem: null, actions: [] });
  });
});

describe('the actions', () => {
  it.each([
    ['active', ['disconnect', 'uninstall'], ['disconnect']],
    ['error', ['disconnect', 'reconnect', 'uninstall'], ['reconnect', 'disconnect']],
    ['disconnected', ['reconnect', 'uninstall'], ['reconnect', 'uninstall']],
    ['disconnected', [], []],
  ])('of the status %s that the token may do, %j, are offered: %j', (status, actions, offered) => {
    const connection = shown({ status, actions });
    expect(offeredActions(connection)).toEqual(offered);
    expect(isEnded({ ...emptyPanel, connection })).toBe(status === 'disconnected' && offered.length > 0);
  });

  it.each([
    [422, null, 'unrepaired', 0],
    [401, null, 'refused', 0],
    [0, null, 'unreachable', 0],
    [409, null, 'failed', 0],
    [429, 5_000, 'busy', 5_000],
  ])('a response %d to one says why it is not done', (status, retryAfterMs, text, waitMs) => {
    const given = response(status, null, { retryAfterMs });
    expect(isDone(given)).toBe(false);
    expect(refused({ ...emptyPanel, doing: 'reconnect' }, given)).toMatchObject({
      doing: null,
      failed: 'reconnect',
      message: { text, waitMs },
    });
  });
});
