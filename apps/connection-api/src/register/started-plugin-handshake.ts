import { ApiProperty } from '@nestjs/swagger';
import { IssuedConnectionToken } from '@sync/http-api';

export class StartedPluginHandshake extends IssuedConnectionToken {
  @ApiProperty({ format: 'uuid', description: 'The id that the connectivity check names.' })
  connection_id: string;

  @ApiProperty({ description: "For the plugin's embedded configuration widget. Shown only once; registering again revokes it." })
  widget_token: string;
}
