import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { SystemConnectionStatus } from '@sync/domain';
import { AnswersProblems } from '@sync/service-runtime';
import { BearerGuard, OpenTo } from './bearer.guard';

/** Class or method decorator: bearer access tokens only, of connections in one of these statuses. */
export function ForBearers(...statuses: SystemConnectionStatus[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    UseGuards(BearerGuard),
    OpenTo(statuses),
    ApiBearerAuth('accessToken'),
    AnswersProblems('unauthorized', 'forbidden', 'service-unavailable'),
  );
}
