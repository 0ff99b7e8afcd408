import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { NewSession } from '@sync/administration';
import { sessionKinds, type UserSession, type SessionKind } from '@sync/identity';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

/** Longer than any valid login or password, so that a refusal of the length says nothing about accounts. */
const maxTyped = 1_000;

export class SignInInput {
  @ApiProperty({ description: 'In any case.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  login: string;

  @ApiProperty({ format: 'password' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  password: string;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'Of the authenticator app, for users with a second factor. It works once.',
  })
  @IsOptional()
  @IsString()
  @Matches(/^(\d{6})?$/, { message: 'code must have six digits' })
  code?: string | null;

  @ApiPropertyOptional({
    enum: [...sessionKinds],
    default: 'cookie',
    description: '`cookie`: the token travels in an HttpOnly cookie. `bearer`: it is in the response, for a script.',
  })
  @IsOptional()
  @IsIn(sessionKinds)
  kind?: SessionKind | null;
}

export class BegunSession {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  user_id: string;

  @ApiProperty({ enum: [...sessionKinds] })
  kind: SessionKind;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Of a session for scripts. Shown only once. sas_ and 43 characters. Null: it is in the cookie.',
  })
  token: string | null;

  @ApiProperty({ format: 'date-time', description: 'The session ends earlier when it is not used.' })
  expires_at: string;
}

export class SessionRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: [...sessionKinds] })
  kind: SessionKind;

  @ApiProperty({ description: 'The client that signed in.' })
  address: string;

  @ApiProperty({ type: 'string', nullable: true })
  user_agent: string | null;

  @ApiProperty({ description: 'This request is of this session.' })
  is_current: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Exact to a minute.' })
  last_used_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class EndedSessions {
  @ApiProperty({ type: 'integer', description: 'How many sessions have ended.' })
  ended: number;
}

export function presentNewSession({ id, userId, kind, token, expiresAt }: NewSession): BegunSession {
  return { id, user_id: userId, kind, token: kind === 'bearer' ? token.reveal() : null, expires_at: expiresAt.toISOString() };
}

export function presentSession(session: UserSession, currentId: string): SessionRepresentation {
  return {
    id: session.id,
    kind: session.kind,
    address: session.address,
    user_agent: session.userAgent,
    is_current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}
