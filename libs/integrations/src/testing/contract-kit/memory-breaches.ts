import { ofPages, type Breaches } from './broken-integration';

export const memoryBreaches: Breaches = {
  'streamBulkExport does not retain earlier pages': {
    'retains them': ofPages((real) => {
      const retained: unknown[] = [];
      return (connection, request, onBatch) =>
        real(connection, request, async (batch) => {
          retained.push(batch.records);
          await onBatch(batch);
        });
    }),
  },
};
