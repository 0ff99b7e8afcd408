import { commerceA } from './commerce-a';
import { commerceB } from './commerce-b';
import { mailingPlatform } from './mailing-platform';
import { userPlatform } from './user-platform';

/** Every platform that the service knows, in the order in which the API lists them. */
export const platforms = {
  commerceA,
  commerceB,
  mailingPlatform,
  userPlatform,
} as const;
