import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Example, type Instant } from '@sync/http-api';
import { exampleTokens } from '../api-description/examples';

const maxOverlapSeconds = 86_400;

@Example<RotateAccessTokenInput>({ overlap_seconds: 600 })
export class RotateAccessTokenInput {
  /** How long the old token, and others of its kind, stay valid, so that a lost response can be repeated. 0: they end at once. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsInt()
  @Min(0)
  @Max(maxOverlapSeconds)
  overlap_seconds = 0;
}

@Example<RotatedAccessToken>({ token: exampleTokens.access, expires_at: null })
export class RotatedAccessToken {
  /** Access token. Shown only once. sca_ and 43 characters. */
  token: string;

  /** Null: it never expires. */
  expires_at: Instant | null;
}
