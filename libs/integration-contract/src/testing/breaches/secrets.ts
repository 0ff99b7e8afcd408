import { IntegrationRequestException } from '../../exceptions';
import type { IntegrationConnection } from '../../integration-connection';
import type { Breach } from '../paper/paper-integration';
import { ofIntegration, ofPages, ofCallbacks, keyOf, type Breaches } from './breach';

const keptRecords: unknown[] = [];

const telling = (form: (key: string) => string): Breach =>
  ofPages((honest) => async (connection, request, onBatch) => {
    await honest(connection, request, onBatch).catch((error: unknown) => {
      const { status } = error as IntegrationRequestException;
      throw new IntegrationRequestException(`The shop answered ${status} to ${form(keyOf(connection))}.`);
    });
  });

/** Empty when the credentials raise. */
function readableKey(connection: IntegrationConnection): string {
  try {
    return keyOf(connection);
  } catch {
    return '';
  }
}

export const secretsBreaches: Breaches = {
  'streamBulkExport holds no result set: memory does not grow with the number of pages': [
    ['keeps what it has fetched', ofCallbacks(async (batch, onBatch) => void (keptRecords.push(batch.records), await onBatch(batch)))],
  ],
  'Secrets of the connection are in no message and no log, whatever the shop answers': [
    ['tells the key', telling((key) => key)],
    ['tells the header', telling((key) => Buffer.from(`${key}:`).toString('base64'))],
    [
      'logs the key',
      ofPages((honest) => async (connection, request, onBatch) => {
        if (typeof connection.credentials.reveal() === 'object') process.stderr.write(JSON.stringify({ key: readableKey(connection) }));
        await honest(connection, request, onBatch);
      }),
    ],
    [
      'carries a cause',
      ofIntegration((honest) => ({
        verify: (connection) => honest.verify(connection),
        probeBulkExport: (connection, request) =>
          honest.probeBulkExport(connection, request).catch((error: Error) => {
            throw Object.assign(error, { request: { headers: { 'x-key': readableKey(connection) } } });
          }),
      })),
    ],
  ],
  'Secrets of the connection are in no record, and in no log of an export that succeeds': [
    ['in an attribute', { record: (record) => ({ ...record, customAttributes: [{ key: 'commerce_a.key', value: 'paper-key-5b1f' }] }) }],
    [
      'on the console',
      ofPages((honest) => async (connection, request, onBatch) => {
        globalThis.console.log('exporting with', keyOf(connection));
        await honest(connection, request, onBatch);
      }),
    ],
  ],
};
