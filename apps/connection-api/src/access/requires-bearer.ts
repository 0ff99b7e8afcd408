import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { SystemConnectionStatus } from '@sync/domain';
import { ApiProblems } from '@sync/service-runtime';
import { BearerGuard, AllowedStatuses } from './bearer.guard';

/** Class or method decorator: requires the access token of a connection in one of these statuses. */
export function RequiresBearer(...statuses: SystemConnectionStatus[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    UseGuards(BearerGuard),
    AllowedStatuses(statuses),
    ApiBearerAuth('accessToken'),
    ApiProblems('unauthorized', 'forbidden', 'service-unavailable'),
  );
}
