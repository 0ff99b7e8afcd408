import { runInNewContext } from 'node:vm';
import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { loggableError, safeReason } from './loggable-error';
import { UnrecoverableTaskError } from './task-errors';

describe('the reason of a failed task', () => {
  it('is the message of what was written for a person', () => {
    expect(safeReason(new IntegrationRequestException('The shop answered 500.', { status: 500 }))).toBe('The shop answered 500.');
    expect(safeReason(new InvalidIntegrationResponseException('The shop sent no list.'))).toBe('The shop sent no list.');
    expect(safeReason(new UnrecoverableTaskError('No integration.'))).toBe('No integration.');
  });

  it('is only the name of any other error: its message can hold a secret', () => {
    expect(safeReason(new TypeError('cannot read consumer_secret=canary'))).toBe('Unexpected failure (TypeError)');
    expect(safeReason('canary')).toBe('Unexpected failure (string)');
    expect(safeReason(undefined)).toBe('Unexpected failure (undefined)');
  });
});

describe('what a log may say of an error', () => {
  it('is name, code and status, and nothing else', () => {
    const error = Object.assign(new Error('postgres://user:canary@host'), { code: 'ECONNREFUSED', config: { auth: 'canary' } });
    expect(loggableError(error)).toEqual({ name: 'Error', code: 'ECONNREFUSED' });
    expect(loggableError(new IntegrationRequestException('canary', { status: 503 }))).toEqual({
      name: 'IntegrationRequestException',
      status: 503,
    });
  });

  it('tells a lost connection as what it is, wherever the error was made', () => {
    const text = `Object.assign(new AggregateError([new Error('canary')]), { code: 'ECONNREFUSED' })`;
    expect(loggableError(runInNewContext(text))).toEqual({ name: 'AggregateError', code: 'ECONNREFUSED' });
    expect(loggableError({ message: 'canary' })).toEqual({ name: 'object' });
  });
});
