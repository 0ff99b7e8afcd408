import type { SystemCapability } from '@sync/records';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** Entitles the target connection to the data domains of the source connection. */
@Entity('sync_rules')
export class SyncRule {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'source_connection_id' })
  sourceConnectionId: string;

  @Column('uuid', { name: 'target_connection_id' })
  targetConnectionId: string;

  @Column('text', { name: 'data_domains', array: true })
  dataDomains: SystemCapability[];

  @Column('boolean', { name: 'is_active' })
  isActive: boolean;

  /** Derived from connections and their configuration; a rule made by hand is never touched by the derivation. */
  @Column('boolean', { name: 'is_default' })
  isDefault: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
