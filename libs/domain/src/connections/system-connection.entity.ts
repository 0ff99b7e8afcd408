import { Column, CreateDateColumn, DeleteDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { System } from '../systems/system.entity';
import { nextStatus, type MoveTrigger, type StatusReason, type SystemConnectionStatus } from './transitions';

/** Values of the configuration widget by field name. `data_types` is the opt-in: absent means unrestricted, empty means nothing. */
export type ConnectionConfiguration = Record<string, string | string[]>;

const millisecondsPerDay = 86_400_000;

/** The link between a tenant and one external system account. */
@Entity('system_connections')
export class SystemConnection {
  @PrimaryColumn('uuid')
  id: string;

  /** Null for a plugin-initiated connection that no caller has claimed. */
  @Column('uuid', { name: 'tenant_id', nullable: true })
  tenantId: string | null;

  /** Null, together with baseUrl, for a tenant-initiated connection until the plugin finalises it. */
  @Column('uuid', { name: 'system_id', nullable: true })
  systemId: string | null;

  /** A handshake that was started for one platform: only a plugin of that finalises it. Null: any plugin does. */
  @Column('uuid', { name: 'awaited_system_id', nullable: true })
  awaitedSystemId: string | null;

  @ManyToOne(() => System, { nullable: true })
  @JoinColumn({ name: 'system_id' })
  system: System | null;

  @Column('text')
  name: string;

  @Column('text', { name: 'external_user_id', nullable: true })
  externalUserId: string | null;

  @Column('text', { name: 'base_url', nullable: true })
  baseUrl: string | null;

  /** The place that baseUrl leads to, as the platform sees it. Connections with the same system and place are to one shop. */
  @Column('text', { name: 'store_base', nullable: true })
  storeBase: string | null;

  /** Ciphertext of CredentialsCipher, never read with the rest: ask for it by name. */
  @Column('text', { name: 'credentials', nullable: true, select: false })
  sealedCredentials: string | null;

  @Column('text')
  status: SystemConnectionStatus;

  /** Null while the connection is pending or active, unless the shop refuses the key that exports read with. */
  @Column('jsonb', { name: 'status_reason', nullable: true })
  statusReason: StatusReason | null;

  @Column('jsonb', { default: {} })
  meta: Record<string, unknown>;

  @Column('jsonb', { nullable: true })
  configuration: ConnectionConfiguration | null;

  @Column('timestamptz', { name: 'last_connected_at', nullable: true })
  lastConnectedAt: Date | null;

  @Column('timestamptz', { name: 'disconnected_at', nullable: true })
  disconnectedAt: Date | null;

  @DeleteDateColumn({ name: 'deleted_at', type: 'timestamptz' })
  deletedAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;

  /** A connection that is not stored yet. Its id is final: credentials are bound to it before the row exists. */
  static start(trigger: MoveTrigger, at: Date, values: Partial<SystemConnection> & Pick<SystemConnection, 'name'>): SystemConnection {
    const connection = new SystemConnection();
    const nothingYet = {
      tenantId: null,
      systemId: null,
      awaitedSystemId: null,
      system: null,
      externalUserId: null,
      sealedCredentials: null,
    };
    const nowhere = { baseUrl: null, storeBase: null };
    const unused = { statusReason: null, configuration: null, lastConnectedAt: null, disconnectedAt: null, deletedAt: null, meta: {} };
    Object.assign(connection, nothingYet, nowhere, unused, { id: uuidv7() }, values);
    connection.enter(nextStatus('(new)', trigger), at);
    return connection;
  }

  /** Moves along the state table, with what each state does to the timestamps. Throws IllegalTransition. */
  move(trigger: MoveTrigger, at: Date, disconnectedAt: Date | null = null): void {
    this.enter(nextStatus(this.status, trigger), at, disconnectedAt);
  }

  /** End of the time in which a disconnected connection can come back: derived, never stored. Null unless disconnected. */
  graceDeadline(graceDays: number): Date | null {
    return this.disconnectedAt && this.status === 'disconnected'
      ? new Date(this.disconnectedAt.getTime() + graceDays * millisecondsPerDay)
      : null;
  }

  withinGracePeriod(graceDays: number, now: Date): boolean {
    const deadline = this.graceDeadline(graceDays);
    return deadline !== null && now <= deadline;
  }

  /** Rule 3: disconnected_at is stamped on entering disconnected unless supplied, kept while there, and cleared on leaving. */
  private enter(status: SystemConnectionStatus, at: Date, disconnectedAt: Date | null = null): void {
    this.status = status;
    this.disconnectedAt = status === 'disconnected' ? (disconnectedAt ?? this.disconnectedAt ?? at) : null;
    if (status === 'active') this.lastConnectedAt = at;
  }
}
