import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';
import { RequiredAccess, type RouteGroup } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';

/**
 * Class or method decorator: requires a session of a user whom the policy allows these routes. On a method it takes the place of the
 * decorator of its class.
 */
export function RequiresSession(group: RouteGroup): MethodDecorator & ClassDecorator {
  return applyDecorators(
    RequiredAccess({ group }),
    ApiBearerAuth('sessionToken'),
    ApiCookieAuth('sessionCookie'),
    ApiProblems('unauthorized', 'forbidden', 'password-change-required', 'totp-required', 'service-unavailable'),
  );
}
