import { shownCapabilities } from './capabilities';
import type { DirectPlatform } from './descriptor';

export const userPlatform = {
  driver: 'user-platform',
  systemId: '01960000-0000-7000-8000-000000000004',
  name: 'User platform',
  isDirect: true,
  capabilities: shownCapabilities,
  configuration: null,
} as const satisfies DirectPlatform;
