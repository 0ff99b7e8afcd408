import { ApiProperty } from '@nestjs/swagger';
import { ConnectionRepresentation } from '@sync/http-api';

export class FinalisedByPlugin extends ConnectionRepresentation {
  @ApiProperty({ format: 'uuid', description: 'The same as `id`.' })
  connection_id: string;

  @ApiProperty({ description: "For the plugin's embedded configuration widget and its life cycle calls. Shown only once." })
  widget_token: string;
}
