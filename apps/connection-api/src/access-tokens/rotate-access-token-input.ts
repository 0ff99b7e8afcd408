import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';

const maxOverlapSeconds = 86_400;

export class RotateAccessTokenInput {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: maxOverlapSeconds,
    default: 0,
    description:
      'How long the old token, and others of its kind, stay valid, so that a lost response can be repeated. 0: they end at once.',
  })
  @IsInt()
  @Min(0)
  @Max(maxOverlapSeconds)
  overlap_seconds = 0;
}

export class RotatedAccessToken {
  @ApiProperty({ description: 'Access token. Shown only once. sca_ and 43 characters.' })
  token: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null: it never expires.' })
  expires_at: string | null;
}
