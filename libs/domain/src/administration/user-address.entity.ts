import { Column, Entity, PrimaryColumn } from 'typeorm';

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
