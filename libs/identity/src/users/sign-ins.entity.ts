import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A browser's session travels in a cookie, a script's as a bearer token. */
export const sessionKinds = ['cookie', 'bearer'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** How a session's user signed in. */
export type SignInMethod = 'password' | 'oidc';

/** A sign-in of a browser or script. Only the SHA-256 of its token is stored. */
@Entity('user_sessions')
export class UserSession {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('bytea', { name: 'token_hash', select: false })
  tokenHash: Buffer;

  @Column('text')
  kind: SessionKind;

  @Column('text')
  method: SignInMethod;

  @Column('text')
  address: string;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** Exact to a minute. */
  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}

/** An address where a user signed in before, as SHA-256: there, failures from elsewhere do not count. */
@Entity('user_addresses')
export class UserAddress {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('bytea', { name: 'address_hash' })
  addressHash: Buffer;

  @Column('timestamptz', { name: 'last_sign_in_at' })
  lastSignInAt: Date;
}

/** Failed sign-ins of an address, an account, or both. Each one puts the end further away. */
@Entity('sign_in_failures')
export class SignInFailure {
  /** SHA-256: what was typed as a login may be a password. */
  @PrimaryColumn('bytea')
  key: Buffer;

  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
}
