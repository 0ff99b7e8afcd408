import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { SystemConnectionStatus } from '@sync/domain';
import { RequiredAccess, type RouteGroup } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';

/** Class or method decorator: requires an access token that the policy allows these routes, of a connection in one of these statuses. */
export function RequiresBearer(group: RouteGroup, ...statuses: SystemConnectionStatus[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    RequiredAccess({ group, statuses }),
    ApiBearerAuth('accessToken'),
    ApiProblems('unauthorized', 'forbidden', 'service-unavailable'),
  );
}
