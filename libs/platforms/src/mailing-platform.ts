import { shownCapabilities } from './capabilities';
import type { DirectPlatform } from './descriptor';

export const mailingPlatform = {
  driver: 'mailing_platform',
  systemId: '01960000-0000-7000-8000-000000000003',
  name: 'Mailing platform',
  isDirect: true,
  capabilities: shownCapabilities,
  configuration: null,
} as const satisfies DirectPlatform;
