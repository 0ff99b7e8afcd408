import { ApiProperty } from '@nestjs/swagger';
import type { NewSession } from '@sync/administration';
import { sessionKinds, type UserSession, type SessionKind } from '@sync/identity';
import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { Example, type Instant, type Integer, type Password, type Uuid } from '@sync/http-api';
import { exampleValues } from '../api-description/example-values';
import { exampleUser } from '../users/user-representation';

/** Longer than any valid login or password, so that a refusal of the length says nothing about accounts. */
const maxTyped = 1_000;
const { password, code } = exampleValues;
const begun = { id: '01981c41-6c3a-7b92-9d4f-0a8e2c6b7d06', kind: 'bearer' as const, expires_at: '2026-01-06T00:00:00.000Z' };

@Example<SignInInput>({ login: exampleUser.login, password, code, kind: begun.kind })
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

@Example<BegunSession>({ ...begun, user_id: exampleUser.id, token: 'sas_H5vKq2Xw8ZtRn4Ls7YbJd3Mc9PfGa6Ue1Oi0WxTyQkV' })
export class BegunSession {
  id: Uuid;

  user_id: Uuid;

  kind: SessionKind;

  /** Of a session for scripts. Shown only once. sas_ and 43 characters. Null: it is in the cookie. */
  token: string | null;

  /** The session ends earlier when it is not used. */
  expires_at: Instant;
}

@Example<SessionRepresentation>({
  ...begun,
  address: '192.0.2.1',
  user_agent: 'curl/8.9.0',
  is_current: true,
  created_at: '2026-01-05T12:00:00.000Z',
  last_used_at: '2026-01-05T12:10:00.000Z',
})
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

@Example<EndedSessions>({ ended: 2 })
export class EndedSessions {
  /** How many sessions have ended. */
  ended: Integer;
}

export function presentNewSession({ id, userId, kind, token, expiresAt }: NewSession): BegunSession {
  return { id, user_id: userId, kind, token: kind === 'bearer' ? token.reveal() : null, expires_at: expiresAt };
}

export function presentSession(session: UserSession, currentId: string): SessionRepresentation {
  return {
    id: session.id,
    kind: session.kind,
    address: session.address,
    user_agent: session.userAgent,
    is_current: session.id === currentId,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
  };
}
