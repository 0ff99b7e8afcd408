import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { safeReason, UnrecoverableTaskError } from './task-errors';

describe('the reason of a failed task', () => {
  it('is the message of an error written for people', () => {
    expect(safeReason(new IntegrationRequestException('The shop responded with 500.', { status: 500 }))).toBe(
      'The shop responded with 500.',
    );
    expect(safeReason(new InvalidIntegrationResponseException('The shop sent no list.'))).toBe('The shop sent no list.');
    expect(safeReason(new UnrecoverableTaskError('No integration.'))).toBe('No integration.');
  });

  it.each([
    [new TypeError('cannot read consumer_secret=canary'), 'Unexpected failure (TypeError)'],
    [Object.assign(new Error('canary'), { code: 'ERR_INVALID_URL' }), 'Unexpected failure (Error, ERR_INVALID_URL)'],
    [Object.assign(new Error('canary'), { driverError: { code: '23505' } }), 'Unexpected failure (Postgres refused a statement, 23505)'],
    ['canary', 'Unexpected failure (string)'],
    [undefined, 'Unexpected failure (undefined)'],
  ])('is only the kind of any other error, whose message may hold a secret (%#)', (error, reason) => {
    expect(safeReason(error)).toBe(`${reason}. The worker's log says where.`);
  });

  it('says that there was no connection to Postgres', () => {
    expect(safeReason(Object.assign(new Error('canary'), { code: '53300' }))).toBe('There was no connection to Postgres (53300).');
    expect(safeReason(new Error('Connection terminated unexpectedly'))).toBe('There was no connection to Postgres (it was closed).');
  });
});
