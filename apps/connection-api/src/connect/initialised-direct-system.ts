import { ApiProperty } from '@nestjs/swagger';
import { ConnectionRepresentation } from '@sync/http-api';

export class InitialisedDirectSystem {
  @ApiProperty({ format: 'uuid' })
  tenant_id: string;

  @ApiProperty({ description: 'Access token. It never expires and is shown only once. sca_ and 43 characters.' })
  token: string;

  @ApiProperty()
  connection: ConnectionRepresentation;
}
