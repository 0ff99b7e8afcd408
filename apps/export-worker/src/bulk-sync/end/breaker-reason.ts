import { verificationFailureOf, type CircuitOpenException } from '@sync/integration-contract';

/** For a firewall in front of a shop. */
export const howToAllow =
  'Let the firewall or security extension of the shop allow the user agent that begins with "connection-sync/", or the addresses of this service';

const advice = {
  credentials_refused: 'Give it valid credentials, or correct them in the shop and reconnect.',
  blocked: `${howToAllow}, then reconnect.`,
  shop_unreachable: 'Reconnect it once it responds again.',
  other_platform: 'Check that the address still leads to the shop, then reconnect.',
};

/** What the breaker learnt, for a person: the last failure and what to do. */
export function breakerReason(exception: CircuitOpenException): { code: string; message: string } {
  const code = verificationFailureOf(exception);
  return { code, message: `${exception.message} ${advice[code]}` };
}
