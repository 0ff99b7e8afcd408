import { isIP } from 'node:net';
import { IntegrationRequestException, isCertificateCode, type ShopCheck } from '@sync/integration-contract';
import type { AddressGuard } from '../store-http/address-guard';
import { normaliseBaseUrl } from '../store-http/base-url';
import type { HostAllowlist } from '../store-http/host-allowlist';
import type { StoreHttp } from '../store-http/store-http';
import { check, checksOf, once, otherwise, timed, when, type Check } from './check';

export interface ShopNetwork {
  http: StoreHttp;
  allowlist: HostAllowlist;
}

const deadlineMs = 10_000;
const notableSkewMs = 60_000;
/** A delta overlaps the last run by five minutes, so a larger skew loses changes. */
const maxSkewMs = 240_000;
const timeoutCodes = new Set(['CONNECT_TIMEOUT', 'DEADLINE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

const allowAdvice =
  'Connect the shop under its public https address. For a shop within your own network, add its host to STORE_HOST_ALLOWLIST.';
const clockAdvice = 'Switch on the synchronisation of the clock (NTP) on both machines.';
const wrongClock = 'The clock of the shop, or the one here, is wrong.';

/** Asks about an address, whichever platform the shop is. */
class ShopAddress {
  /** Visits the start page. `code` says why there was no reply. */
  readonly visit = once(() => timed(() => this.#visit()));

  constructor(
    readonly baseUrl: string,
    readonly network: ShopNetwork,
  ) {}

  get root(): string {
    return new URL(this.baseUrl).origin;
  }

  async #visit() {
    try {
      const request = { baseUrl: this.root, platform: 'none' as const, path: '', what: 'its start page', deadlineMs };
      return { reply: await this.network.http.send(request), code: '', failure: '' };
    } catch (error) {
      if (!(error instanceof IntegrationRequestException)) throw error;
      return { reply: null, code: error.code ?? '', failure: error.message };
    }
  }
}

/** Checks of shops of every platform: address, name, connection and clock. */
const table: readonly Check<ShopAddress>[] = [
  check('address', 'The address is one that may be called', {
    ask: async ({ baseUrl, network }: ShopAddress) => normaliseBaseUrl(baseUrl, network.allowlist),
    judge: ({ url, reason }) => [
      when(url === undefined)
        .evidence(`The address ${reason}.`)
        .problem('This service does not call such an address.')
        .advice(allowAdvice),
      when(url?.startsWith('https:') === true).good('It is an https address.'),
      otherwise
        .evidence('It is a plain http address, which this service permits.')
        .notice('Credentials travel unencrypted. Some shops look at them over https only.')
        .advice('Use https wherever the way to the shop leaves this machine.'),
    ],
  }),
  check('name', 'Its name leads to the public internet', {
    needs: ['address'],
    ask: async ({ baseUrl, network }: ShopAddress) => lookUp(new URL(baseUrl).hostname, network.http.guard),
    evidence: ({ code }) => `The name could not be resolved (${code}).`,
    judge: ({ isLiteral, code }) => [
      when(isLiteral).good('It is a literal address.'),
      when(code === null).good('The name is known, and all its addresses may be called.'),
      when(code === 'ADDRESS_REFUSED')
        .evidence('The name leads to an address that is not on the public internet.')
        .problem('The name is meant for a private network, or its DNS entry is wrong.')
        .advice(allowAdvice),
      otherwise
        .problem(
          code === 'ENOTFOUND'
            ? 'There is no such name: it is mistyped, or the domain has expired.'
            : 'The DNS of this machine or of the domain does not respond.',
        )
        .advice('Check the spelling, then the DNS entry of the domain. Look the name up on this machine.'),
    ],
  }),
  check('reachable', 'A web server responds there', {
    needs: ['name'],
    ask: (shop: ShopAddress) => shop.visit(),
    evidence: ({ outcome }) => outcome.failure,
    judge: ({ outcome: { reply, code }, tookMs }) => [
      when(reply !== null).good(`It responded with ${reply?.status} after ${tookMs} ms.`),
      when(isCertificateCode(code)).good('It responds, and offers a secure connection.'),
      when(code === 'ECONNREFUSED')
        .problem('Nothing listens at this port.')
        .advice('Check the port. Check that the web server of the shop runs.'),
      when(timeoutCodes.has(code))
        .problem('A firewall drops our calls, or the server is down or overloaded.')
        .advice('Open the shop from another network. Ask the host whether it blocks the addresses of this service.'),
      otherwise
        .problem('The connection is cut on the way, or by the web server.')
        .advice('Ask the host whether a firewall or a limit cuts our calls.'),
    ],
  }),
  check('certificate', 'Its certificate can be trusted', {
    needs: ['reachable'],
    onlyIf: ({ baseUrl }) => /^https:/i.test(baseUrl),
    ask: async (shop: ShopAddress) => (await shop.visit()).outcome.code,
    evidence: (code) => `A secure connection could not be made (${code}).`,
    judge: (code) => [
      when(!isCertificateCode(code)).good('A secure connection was made.'),
      when(/EXPIRED/.test(code))
        .problem('The certificate has expired.')
        .advice('Renew the certificate, and see why it was not renewed by itself.'),
      when(/SELF_SIGNED/.test(code))
        .problem('The certificate vouches for itself: no known authority has signed it.')
        .advice('Get a certificate of a public authority.'),
      when(/ALTNAME|HOSTNAME/.test(code))
        .problem('The certificate is for another name.')
        .advice('Connect the shop under the name of the certificate, or get one that holds this name, too.'),
      when(/UNABLE_TO_|DEPTH_ZERO/.test(code))
        .problem('The server does not send the certificates between its own and a known authority.')
        .advice('Install the full chain of the certificate on the server.'),
      otherwise
        .problem('The server offers no version of TLS that is still safe, or does not speak TLS at this port.')
        .advice('Let the server offer TLS 1.2 or newer. Check the port.'),
    ],
  }),
  check('own-address', 'The start page is under this address, too', {
    needs: ['certificate', 'reachable'],
    ask: async (shop: ShopAddress) => (await shop.visit()).outcome.reply?.locationOrigin() ?? shop.root,
    judge: (target, { root }) => [
      when(target === root).good('Nothing leads to another address.'),
      otherwise
        .evidence(`The start page leads to ${target}.`)
        .notice(
          'The shop may know itself under that address only. Redirects are not followed, because they would carry the credentials along.',
        )
        .advice(`If the checks below fail, connect the shop again under ${target}.`),
    ],
  }),
  check('clock', "The shop's clock is right", {
    needs: ['certificate', 'reachable'],
    ask: async (shop: ShopAddress) => {
      const { outcome, tookMs } = await shop.visit();
      return Date.parse(outcome.reply?.header('date') ?? '') - (Date.now() - tookMs / 2);
    },
    evidence: differenceOf,
    judge: (skewMs) => [
      when(Number.isNaN(skewMs)).good('The shop does not say what time it is.'),
      when(Math.abs(skewMs) < notableSkewMs).good(differenceOf(skewMs)),
      when(Math.abs(skewMs) < maxSkewMs)
        .notice(wrongClock)
        .advice(clockAdvice),
      otherwise.problem(`${wrongClock} Exports of changes ask by time, and leave changes out.`).advice(clockAdvice),
    ],
  }),
];

export function addressChecks(baseUrl: string, network: ShopNetwork): ShopCheck[] {
  return checksOf(table, new ShopAddress(baseUrl, network));
}

/** `code` says why the name did not resolve; null: it did. */
async function lookUp(host: string, guard: AddressGuard): Promise<{ isLiteral: boolean; code: string | null }> {
  const isLiteral = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  if (isLiteral) return { isLiteral, code: null };
  return new Promise((resolve) => {
    guard.lookup(host, { all: true }, (error) => resolve({ isLiteral, code: error ? (error.code ?? 'unknown') : null }));
  });
}

function differenceOf(skewMs: number): string {
  return `It differs from the clock here by ${Math.abs(Math.round(skewMs / 1000))} s.`;
}
