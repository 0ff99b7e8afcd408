import { Entity, PrimaryColumn } from 'typeorm';

/** A tenant that a support user may see. */
@Entity('user_tenants')
export class UserTenant {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId: string;
}
