import type { VerificationFailure } from '@sync/integration-contract';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** Short-lived one-time token that bridges register and connect. Valid while not expired and not used. */
@Entity('connection_tokens')
export class ConnectionToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'system_connection_id' })
  systemConnectionId: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** Set when it is consumed by a finalisation, or invalidated by a newer token of the same connection. */
  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  /** Why the latest attempt to finalise with this token failed at the shop. The connection itself keeps nothing of it. */
  @Column('text', { name: 'attempt_failure', nullable: true })
  attemptFailure: VerificationFailure | null;

  @Column('timestamptz', { name: 'attempted_at', nullable: true })
  attemptedAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  static of(systemConnectionId: string, tokenHash: Buffer, expiresAt: Date): ConnectionToken {
    const unused = { usedAt: null, attemptFailure: null, attemptedAt: null };
    return Object.assign(new ConnectionToken(), { id: uuidv7(), systemConnectionId, tokenHash, expiresAt, ...unused });
  }
}
