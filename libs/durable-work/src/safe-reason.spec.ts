import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { safeReason } from './safe-reason';
import { UnrecoverableTaskError } from './task-errors';

describe('the reason of a failed task', () => {
  it('is the message of an error written for people', () => {
    expect(safeReason(new IntegrationRequestException('The shop responded with 500.', { status: 500 }))).toBe(
      'The shop responded with 500.',
    );
    expect(safeReason(new InvalidIntegrationResponseException('The shop sent no list.'))).toBe('The shop sent no list.');
    expect(safeReason(new UnrecoverableTaskError('No integration.'))).toBe('No integration.');
  });

  it('is only the name of any other error, whose message may hold a secret', () => {
    expect(safeReason(new TypeError('cannot read consumer_secret=canary'))).toBe('Unexpected failure (TypeError)');
    expect(safeReason('canary')).toBe('Unexpected failure (string)');
    expect(safeReason(undefined)).toBe('Unexpected failure (undefined)');
  });
});
