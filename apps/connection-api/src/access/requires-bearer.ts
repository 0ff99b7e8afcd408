import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { SystemConnectionStatus } from '@sync/domain';
import { ApiProblems } from '@sync/service-runtime';
import { RequiredAccess } from './bearer.guard';
import type { RouteGroup } from './token-scopes';

/** Class or method decorator: requires an access token whose scope has these routes, of a connection in one of these statuses. */
export function RequiresBearer(group: RouteGroup, ...statuses: SystemConnectionStatus[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    RequiredAccess({ group, statuses }),
    ApiBearerAuth('accessToken'),
    ApiProblems('unauthorized', 'forbidden', 'service-unavailable'),
  );
}
