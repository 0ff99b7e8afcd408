import { Entity, PrimaryColumn } from 'typeorm';

/** A system that a support user supports. */
@Entity('user_systems')
export class UserSystem {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('uuid', { name: 'system_id' })
  systemId: string;
}
