import type { SystemCapability, SystemDriver } from '@sync/records';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A registered external system. Seeded by migration. */
@Entity('systems')
export class System {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  @Column('text')
  driver: SystemDriver;

  /** What the system can give, in the order in which it is shown. */
  @Column('text', { array: true })
  capabilities: SystemCapability[];

  /** A direct system is the embedding system itself: its connection needs no plugin and is created active. */
  @Column('boolean', { name: 'is_direct' })
  isDirect: boolean;

  /** Driver whose plugin offers the configuration schema; null when there is none to configure. */
  @Column('text', { name: 'configuration_schema_owner', nullable: true })
  configurationSchemaOwner: SystemDriver | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
