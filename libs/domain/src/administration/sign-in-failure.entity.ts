import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Failed sign-ins of an address, an account, or both. Each one puts the end further away. */
@Entity('sign_in_failures')
export class SignInFailure {
  /** SHA-256: what was typed as a login may be a password. */
  @PrimaryColumn('bytea')
  key: Buffer;

  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
}
