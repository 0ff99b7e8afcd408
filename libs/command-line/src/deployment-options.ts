import { UnusableArguments } from './command-line';

/** A deployment that is already there, which a tool on this machine calls. */
export interface DeploymentAddress {
  /** Without a trailing slash. */
  url: string;
  /** Host name or address under which the deployment reaches the shops on this machine. */
  shopAddress: string;
}

/** Options of `readArguments`. */
export const deploymentOptions = { against: { type: 'string' }, 'shop-address': { type: 'string' } } as const;

export const deploymentUsage = `--against: a deployment that is already there. --shop-address: the name or address under which it reaches the shops, which run on this machine;
left out: 127.0.0.1. The deployment must allow it (STORE_HOST_ALLOWLIST). For a certificate of your own authority set NODE_EXTRA_CA_CERTS.`;

/** Null: none is named. Throws UnusableArguments. */
export function deploymentOf(values: { against?: string; 'shop-address'?: string }): DeploymentAddress | null {
  const { against, 'shop-address': shopAddress } = values;
  if (against === undefined) {
    if (shopAddress !== undefined) throw new UnusableArguments('--shop-address is for --against.');
    return null;
  }
  if (!URL.canParse(against) || !/^https?:\/\/[^?#\s]+$/i.test(against))
    throw new UnusableArguments('--against should be the address of a service, for example https://service.example.');
  return { url: against.replace(/\/+$/, ''), shopAddress: shopAddress ?? '127.0.0.1' };
}
