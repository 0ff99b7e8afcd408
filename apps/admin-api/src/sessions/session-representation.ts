import { ApiProperty } from '@nestjs/swagger';
import type { NewSession } from '@sync/administration';
import { sessionKinds, type UserSession, type SessionKind } from '@sync/identity';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { Instant, Integer, Password, Uuid } from '@sync/http-api';

/** Longer than any valid login or password, so that a refusal of the length says nothing about accounts. */
const maxTyped = 1_000;

export class SignInInput {
  /** In any case. */
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  login: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(maxTyped)
  password: Password;

  /** Of the authenticator app, for users with a second factor. It works once. */
  @IsOptional()
  @IsString()
  @Matches(/^(\d{6})?$/, { message: 'code must have six digits' })
  code?: string | null;

  /** `cookie`: the token travels in an HttpOnly cookie. `bearer`: it is in the response, for a script. */
  @ApiProperty({ default: 'cookie', nullable: false })
  @IsOptional()
  @IsIn(sessionKinds)
  kind?: SessionKind | null;
}

export class BegunSession {
  id: Uuid;

  user_id: Uuid;

  kind: SessionKind;

  /** Of a session for scripts. Shown only once. sas_ and 43 characters. Null: it is in the cookie. */
  token: string | null;

  /** The session ends earlier when it is not used. */
  expires_at: Instant;
}

export class SessionRepresentation {
  id: Uuid;

  kind: SessionKind;

  /** The client that signed in. */
  address: string;

  user_agent: string | null;

  /** This request is of this session. */
  is_current: boolean;

  created_at: Instant;

  /** Exact to a minute. */
  last_used_at: Instant;

  expires_at: Instant;
}

export class EndedSessions {
  /** How many sessions have ended. */
  ended: Integer;
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
