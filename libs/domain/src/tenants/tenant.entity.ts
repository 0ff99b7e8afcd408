import { bigintAsNumber } from '@sync/postgres';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The company that owns connections. */
@Entity('tenants')
export class Tenant {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** When the first sync of one of its shops succeeded. */
  @Column('timestamptz', { name: 'established_at', nullable: true })
  establishedAt: Date | null;

  /** When it first began to link a shop. */
  @Column('timestamptz', { name: 'linked_at', nullable: true })
  linkedAt: Date | null;

  /** Bytes of stored records, 0 for no limit; null: the default of every tenant. */
  @Column('bigint', { name: 'max_bytes', nullable: true, transformer: bigintAsNumber })
  quota: number | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
