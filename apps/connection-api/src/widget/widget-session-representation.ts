import { ApiPropertyOptional } from '@nestjs/swagger';
import { Example, type Instant, type Uuid } from '@sync/http-api';
import type { SessionName } from '@sync/identity';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { exampleTokens } from '../api-description/examples';

const maxSessionSeconds = 3_600;

/** What the page shows, with the name of its token. */
export const sessionPages = { connector: 'widget-session', webhooks: 'webhooks-session' } as const satisfies Record<string, SessionName>;
export type SessionPage = keyof typeof sessionPages;

@Example<StartSessionInput>({ page: 'connector', lifetime_seconds: 900 })
export class StartSessionInput {
  /** The element of the page: `<service-connector>`, or `<service-webhooks>`. The token does nothing else. */
  @ApiPropertyOptional({ type: 'string', enum: Object.keys(sessionPages) })
  @IsIn(Object.keys(sessionPages))
  page: SessionPage = 'connector';

  /** Default: an hour, the longest. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsInt()
  @Min(60)
  @Max(maxSessionSeconds)
  lifetime_seconds = maxSessionSeconds;
}

@Example<WidgetSession>({
  id: '01981c35-62fa-7b19-8e27-4d6a0c9f3e06',
  tenant_id: '01981c2e-4a13-7e90-8b51-3d0a9c3b6e01',
  token: exampleTokens.widget,
  expires_at: '2026-01-05T12:25:00.000Z',
})
export class WidgetSession {
  /** With it `DELETE /api/access-tokens/{token_id}` ends the session. */
  id: Uuid;

  /** For `tenantId` of the element. */
  tenant_id: Uuid;

  /** For `token` of the element. Shown only once. sca_ and 43 characters. */
  token: string;

  expires_at: Instant;
}
