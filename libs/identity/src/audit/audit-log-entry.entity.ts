import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an administrator, or an operator at a shell, did. Ids are plain values because the log outlives what it is about. */
@Entity('audit_log')
export class AuditLogEntry {
  @PrimaryColumn('uuid')
  id: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actor: string;

  @Column('text')
  action: string;

  @Column('text', { name: 'object_type' })
  objectType: string;

  @Column('text', { name: 'object_id', nullable: true })
  objectId: string | null;

  @Column('uuid', { name: 'tenant_id', nullable: true })
  tenantId: string | null;

  @Column('jsonb', { nullable: true })
  before: Readonly<Record<string, unknown>> | null;

  @Column('jsonb', { nullable: true })
  after: Readonly<Record<string, unknown>> | null;

  /** In the administrator's words. */
  @Column('text', { nullable: true })
  reason: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  @Column('text', { nullable: true })
  address: string | null;
}
