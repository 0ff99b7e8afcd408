import { Example, type Count, type Instant, type Uuid } from '@sync/http-api';
import type { Erasure } from '@sync/record-store';

@Example<ErasedRows>({ customers: 1, orders: 4, products: 0, webhooks: 1, log_rows: 0 })
export class ErasedRows {
  customers: Count;
  orders: Count;
  products: Count;
  /** Webhooks that waited, or had failed: their bodies are gone. */
  webhooks: Count;
  /** Why runs and tasks failed, what examinations found, the audit log, notification addresses. */
  log_rows: Count;
}

@Example<ErasureRepresentation>({
  id: '01981c2e-4a13-7e90-8b51-3d0a9c3b6e05',
  status: 'done',
  counts: { customers: 1, orders: 4, products: 0, webhooks: 1, log_rows: 0 },
  created_at: '2026-01-05T12:00:00.000Z',
  finished_at: '2026-01-05T12:00:02.000Z',
})
export class ErasureRepresentation {
  id: Uuid;

  /** `running`: the person is being taken out of what is stored; nothing new that names the person is stored. `done`: nothing names it. */
  status: 'running' | 'done';

  /** Rows that lost the person. */
  counts: ErasedRows;

  created_at: Instant;

  finished_at: Instant | null;
}

export function presentErasure({ id, counts, createdAt, finishedAt }: Erasure): ErasureRepresentation {
  const { customers = 0, orders = 0, products = 0, webhooks = 0, log_rows = 0 } = counts;
  return {
    id,
    status: finishedAt === null ? 'running' : 'done',
    counts: { customers, orders, products, webhooks, log_rows },
    created_at: createdAt,
    finished_at: finishedAt,
  };
}
