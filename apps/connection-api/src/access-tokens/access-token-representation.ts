import { ApiProperty } from '@nestjs/swagger';
import { accessTokenNames, type AccessTokenName, type AccessToken } from '@sync/identity';

const nullableTime = { type: 'string', format: 'date-time', nullable: true } as const;

/** The token itself is no member: only its hash is stored. */
export class AccessTokenRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: [...accessTokenNames], description: 'Where it came from, which decides what it may do.' })
  name: AccessTokenName;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ ...nullableTime, description: 'Null: never used.' })
  last_used_at: string | null;

  @ApiProperty({ ...nullableTime, description: 'Null: it never expires.' })
  expires_at: string | null;

  @ApiProperty({ description: 'Whether it is the token of this request.' })
  current: boolean;
}

export function presentAccessToken(token: AccessToken, currentId: string): AccessTokenRepresentation {
  return {
    id: token.id,
    name: token.name,
    created_at: token.createdAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    expires_at: token.expiresAt?.toISOString() ?? null,
    current: token.id === currentId,
  };
}
