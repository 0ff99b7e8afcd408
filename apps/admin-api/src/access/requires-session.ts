import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import { RequiredRole } from './session.guard';

/**
 * Class or method decorator: requires a session, of a super administrator or of any user. On a method it takes the place of the
 * decorator of its class.
 */
export function RequiresSession(role?: 'super_admin'): MethodDecorator & ClassDecorator {
  return applyDecorators(
    RequiredRole(role ?? null),
    ApiBearerAuth('sessionToken'),
    ApiCookieAuth('sessionCookie'),
    ApiProblems('unauthorized', 'forbidden', 'password-change-required', 'totp-required', 'service-unavailable'),
  );
}
