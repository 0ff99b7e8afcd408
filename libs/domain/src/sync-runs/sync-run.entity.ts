import type { SystemCapability } from '@sync/records';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const syncModes = ['delta', 'full'] as const;
export type SyncMode = (typeof syncModes)[number];
export type SyncRunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** One export of one capability of one connection. While it runs, the counters of its ranges tell its progress; they are added up here when it ends. */
@Entity('sync_runs')
export class SyncRun {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'system_connection_id' })
  systemConnectionId: string;

  @Column('text')
  capability: SystemCapability;

  @Column('text')
  mode: SyncMode;

  @Column('text')
  status: SyncRunStatus;

  /** Only records modified after this instant are asked for; null: all. */
  @Column('timestamptz', { name: 'modified_after', nullable: true })
  modifiedAfter: Date | null;

  /** The connection had no record of this kind when the run was planned: nothing to compare with. */
  @Column('boolean', { name: 'first_export' })
  firstExport: boolean;

  /** Null until the shop was probed. */
  @Column('integer', { name: 'pages_total', nullable: true })
  pagesTotal: number | null;

  @Column('integer', { name: 'pages_done' })
  pagesDone: number;

  @Column('bigint', { name: 'records_fetched', transformer: { from: Number, to: (value: number) => value } })
  recordsFetched: number;

  @Column('bigint', { name: 'records_written', transformer: { from: Number, to: (value: number) => value } })
  recordsWritten: number;

  @Column('bigint', { name: 'records_skipped', transformer: { from: Number, to: (value: number) => value } })
  recordsSkipped: number;

  /** Why it failed, in words for a person. */
  @Column('text', { nullable: true })
  error: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
}
