import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** Where an access token came from, which decides what it may do (docs/reference/resources.md#access-token). */
export const accessTokenNames = [
  'direct-initialisation',
  'widget-session',
  'webhooks-session',
  'plugin-widget',
  'caller-widget',
  'admin-preview',
] as const;
export type AccessTokenName = (typeof accessTokenNames)[number];

/** Tokens of a page, by what it shows. */
export const sessionNames = ['widget-session', 'webhooks-session'] as const satisfies AccessTokenName[];
export type SessionName = (typeof sessionNames)[number];

/** Token of one connection. Only its SHA-256 is stored. */
@Entity('access_tokens')
export class AccessToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'system_connection_id' })
  systemConnectionId: string;

  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash: Buffer;

  @Column('text')
  name: AccessTokenName;

  /** The user of the admin API who issued it. */
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy: string | null;

  /** The user's session, with which it ends. */
  @Column('uuid', { name: 'session_id', nullable: true })
  sessionId: string | null;

  /** The session ends after this time without a request. */
  @Column('int', { name: 'session_idle_minutes', nullable: true })
  sessionIdleMinutes: number | null;

  /** Null: never. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  static of(systemConnectionId: string, name: AccessTokenName, tokenHash: Buffer): AccessToken {
    const unused = { createdBy: null, sessionId: null, sessionIdleMinutes: null, expiresAt: null, lastUsedAt: null };
    return Object.assign(new AccessToken(), { id: uuidv7(), systemConnectionId, name, tokenHash, ...unused });
  }
}

/** SQL: a row of `access_tokens token` has not expired, and its session, if it has one, is live. A session that was ended took its tokens with it. */
export const isTokenLive = `(token.expires_at is null or token.expires_at > now())
    and (token.session_id is null or is_session_live(token.session_id, token.session_idle_minutes))`;
