import { ApiProperty } from '@nestjs/swagger';

export class ReplacedAccessTokens {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'Shown only once. sca_ and 43 characters. It never expires.' })
  access_token: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many tokens of the connection were revoked.' })
  revoked: number;
}
