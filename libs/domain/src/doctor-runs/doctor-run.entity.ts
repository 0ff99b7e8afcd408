import type { Finding } from '@sync/integration-contract';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An examination of a connection's shop, asked for by an administrator. */
@Entity('doctor_runs')
export class DoctorRun {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'system_connection_id' })
  systemConnectionId: string;

  @Column('text')
  status: 'queued' | 'succeeded' | 'failed';

  /** Null until it succeeded. */
  @Column('jsonb', { nullable: true })
  findings: Finding[] | null;

  /** Why it failed, in words for a person. */
  @Column('text', { nullable: true })
  error: string | null;

  /** What is wrong with the shop, of the newest examination alone, until the next sync succeeds. */
  @Column('text', { nullable: true })
  problem: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;
}
