import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { doctorRunTexts } from '@sync/connections';
import { connectionTexts, notificationAddressTexts } from '@sync/domain';
import { taskTexts, webhooksNaming } from '@sync/durable-work';
import { pacedBody, RequestTimeouts } from '@sync/http-api';
import { auditEntriesNaming } from '@sync/identity';
import { forTenant, rowsNaming, type NamingTexts } from '@sync/postgres';
import { RecordStore } from '@sync/record-store';
import { loggableError, namedIn, plainAddress } from '@sync/records';
import { countRateLimited, Problem } from '@sync/service-runtime';
import { runTexts } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';
import { auditExport } from './erasures';
import { scopeOf } from './scope-of';

type Scope = Awaited<ReturnType<typeof scopeOf>>;

/** One line of an export. */
interface NamingRow {
  type: string;
  record: object;
}

const said: Readonly<Record<string, NamingTexts>> = {
  tasks: taskTexts,
  sync_runs: runTexts,
  doctor_runs: doctorRunTexts,
  connections: connectionTexts,
  notification_addresses: notificationAddressTexts,
};

/** Everything of a tenant that names a person, as an erasure would find it: one JSON object a line. Holds a few records at a time. */
@Injectable()
export class ExportPerson {
  private readonly logger = new Logger('ExportPerson');
  /** Each looks through all records of a tenant. */
  private readonly running = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly records: RecordStore,
    private readonly timeouts: RequestTimeouts,
  ) {}

  /** Throws Problem, 429, while this process makes another export for the tenant. `address`: the client's. */
  async run(caller: Caller, email: string, address: string): Promise<Readable> {
    const scope = await scopeOf(this.dataSource, caller);
    const { tenantId } = scope;
    if (this.running.has(tenantId)) {
      countRateLimited('concurrent-reads');
      throw Problem.tooManyRequests('An export for this company is under way. Make one at a time.', {
        name: 'exports',
        allowed: 1,
        unit: 'concurrent-requests',
        retryAfterSeconds: 5,
      });
    }
    this.running.add(tenantId);
    try {
      await auditExport(this.dataSource.manager, caller, address);
    } catch (error) {
      this.running.delete(tenantId);
      throw error;
    }
    const lines = linesOf(inTenant(tenantId, this.rows(scope, plainAddress(email))));
    return pacedBody(lines, this.timeouts.chunkMs)
      .once('close', () => this.running.delete(tenantId))
      .once('error', (error) => this.logger.warn({ msg: 'export of a person cut off', error: loggableError(error) }));
  }

  private async *rows(scope: Scope, address: string): AsyncGenerator<NamingRow> {
    for await (const { capability, record } of this.records.recordsNaming(scope, address)) yield { type: capability, record };
    for (const state of ['pending', 'failed'] as const)
      for await (const { id, systemConnectionId, topic, receivedAt, body } of webhooksNaming(this.dataSource, state, scope, address))
        yield { type: 'webhooks', record: { id, system_connection_id: systemConnectionId, topic, state, received_at: receivedAt, body } };
    for (const [type, naming] of Object.entries(said))
      yield* about(type, address, await rowsNaming(this.dataSource, naming, scope, address));
    if (scope.connectionId === null) yield* about('audit_log', address, await auditEntriesNaming(this.dataSource, address));
  }
}

/** What was found may name a longer address, which is another person's. */
function about(type: string, address: string, records: readonly object[]): NamingRow[] {
  return records.filter((record) => namedIn(record, address)).map((record) => ({ type, record }));
}

/** A stream asks for its next chunk in a scope of its own. */
async function* inTenant<T>(tenantId: string, rows: AsyncGenerator<T>): AsyncGenerator<T> {
  for (;;) {
    const next = await forTenant(tenantId, () => rows.next());
    if (next.done) return;
    yield next.value;
  }
}

async function* linesOf(rows: AsyncIterable<NamingRow>): AsyncGenerator<string, void> {
  for await (const { type, record } of rows) yield `${JSON.stringify({ type, record })}\n`;
}
