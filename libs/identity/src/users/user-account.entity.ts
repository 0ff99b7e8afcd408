import type { TenantAccess } from '@sync/domain';
import { bigintAsNumber } from '@sync/postgres';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const roles = ['super_admin', 'support'] as const;
export type Role = (typeof roles)[number];

/** A person who uses the admin API, with what proves who it is. Secrets are read only where they are named. */
@Entity('users')
export class UserAccount {
  @PrimaryColumn('uuid')
  id: string;

  /** In lower case. */
  @Column('text')
  login: string;

  @Column('text')
  name: string;

  @Column('text')
  role: Role;

  /** Of a support user. */
  @Column('text', { name: 'tenant_access' })
  tenantAccess: TenantAccess;

  /** Argon2id. Null for a user who signs in through an identity provider only. */
  @Column('text', { name: 'password_hash', nullable: true, select: false })
  passwordHash: string | null;

  /** The password is a generated one. */
  @Column('boolean', { name: 'must_change_password' })
  mustChangePassword: boolean;

  /** Of a generated password. */
  @Column('timestamptz', { name: 'password_expires_at', nullable: true })
  passwordExpiresAt: Date | null;

  /** Sealed. Without a confirmation it does not count yet. */
  @Column('text', { name: 'totp_secret', nullable: true, select: false })
  totpSecret: string | null;

  @Column('timestamptz', { name: 'totp_confirmed_at', nullable: true })
  totpConfirmedAt: Date | null;

  /** The time step of the last code: a code works once. */
  @Column('bigint', { name: 'totp_step', nullable: true, transformer: bigintAsNumber })
  totpStep: number | null;

  /** The identity that the account is linked to. */
  @Column('text', { name: 'oidc_subject', nullable: true })
  oidcSubject: string | null;

  /** The link was undone: the next sign-in through the provider does not make it again. */
  @Column('boolean', { name: 'oidc_link_closed' })
  oidcLinkClosed: boolean;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** When what administrators see of it changed; a sign-in does not. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** A generated password that its user has not changed by then no longer signs in: it lies in a mailbox or a chat. */
  isPasswordExpired(at: Date): boolean {
    return this.mustChangePassword && this.passwordExpiresAt !== null && this.passwordExpiresAt <= at;
  }

  /** Null: no sign-in asks for a code. */
  confirmedTotpSecret(): string | null {
    return this.totpConfirmedAt === null ? null : this.totpSecret;
  }
}

/** A tenant that a support user may see. */
@Entity('user_tenants')
export class UserTenant {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId: string;
}

/** A system that a support user supports. */
@Entity('user_systems')
export class UserSystem {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('uuid', { name: 'system_id' })
  systemId: string;
}
