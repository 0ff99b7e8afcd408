import { isIP } from 'node:net';
import { IntegrationRequestException, isCertificateCode, type Observation, type ShopCheck } from '@sync/integration-contract';
import type { AddressGuard } from '../store-http/address-guard';
import { normaliseBaseUrl } from '../store-http/base-url';
import type { HostAllowlist } from '../store-http/host-allowlist';
import type { StoreHttp } from '../store-http/store-http';
import type { StoreReply } from '../store-http/store-reply';
import { good, notice, once, problem } from './observations';

export interface ShopNetwork {
  http: StoreHttp;
  allowlist: HostAllowlist;
}

interface Visit {
  reply: StoreReply | null;
  failure: IntegrationRequestException | null;
  tookMs: number;
}

const deadlineMs = 10_000;
const notableSkewMs = 60_000;
/** A delta overlaps the last run by five minutes, so a larger skew loses changes. */
const maxSkewMs = 240_000;

const allowAdvice =
  'Connect the shop under its public https address. For a shop within your own network, add its host to STORE_HOST_ALLOWLIST.';

/** Checks of shops of every platform: address, name, connection and clock. */
export function addressChecks(baseUrl: string, { http, allowlist }: ShopNetwork): ShopCheck[] {
  const root = (): string => new URL(baseUrl).origin;
  const visit = once(() => visitShop(http, root()));
  const isTls = /^https:/i.test(baseUrl);
  return [
    { name: 'address', title: 'The address is one that may be called', look: async () => lookAtAddress(baseUrl, allowlist) },
    {
      name: 'name',
      title: 'Its name leads to the public internet',
      needs: ['address'],
      look: () => lookAtName(new URL(baseUrl).hostname, http.guard),
    },
    { name: 'reachable', title: 'A web server responds there', needs: ['name'], look: async () => lookAtReachability(await visit()) },
    ...(isTls ? [certificateCheck(visit)] : []),
    {
      name: 'own-address',
      title: 'The start page is under this address, too',
      needs: ['certificate', 'reachable'],
      look: async () => lookAtRedirect(await visit(), root()),
    },
    {
      name: 'clock',
      title: "The shop's clock is right",
      needs: ['certificate', 'reachable'],
      look: async () => lookAtClock(await visit()),
    },
  ];
}

function certificateCheck(visit: () => Promise<Visit>): ShopCheck {
  return {
    name: 'certificate',
    title: 'Its certificate can be trusted',
    needs: ['reachable'],
    look: async () => lookAtCertificate(await visit()),
  };
}

async function visitShop(http: StoreHttp, baseUrl: string): Promise<Visit> {
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  try {
    const reply = await http.send({ baseUrl, platform: 'none', path: '', what: 'its start page', deadlineMs });
    return { reply, failure: null, tookMs: took() };
  } catch (error) {
    if (!(error instanceof IntegrationRequestException)) throw error;
    return { reply: null, failure: error, tookMs: took() };
  }
}

function lookAtAddress(baseUrl: string, allowlist: HostAllowlist): Observation {
  const { url, reason } = normaliseBaseUrl(baseUrl, allowlist);
  if (url === undefined) return problem(`The address ${reason}.`, 'This service does not call such an address.', allowAdvice);
  if (url.startsWith('https:')) return good('It is an https address.');
  return notice(
    'It is a plain http address, which STORE_HOST_ALLOWLIST permits.',
    'Credentials travel unencrypted. Some shops look at them over https only.',
    'Use https wherever the way to the shop leaves this machine.',
  );
}

async function lookAtName(host: string, guard: AddressGuard): Promise<Observation> {
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) return good('It is a literal address.');
  const code = await new Promise<string | null>((resolve) => {
    guard.lookup(host, { all: true }, (error) => resolve(error ? (error.code ?? 'unknown') : null));
  });
  if (code === null) return good('The name is known, and all its addresses may be called.');
  if (code === 'ADDRESS_REFUSED')
    return problem(
      'The name leads to an address that is not on the public internet.',
      'The name is meant for a private network, or its DNS entry is wrong.',
      allowAdvice,
    );
  return problem(
    `The name could not be resolved (${code}).`,
    code === 'ENOTFOUND'
      ? 'There is no such name: it is mistyped, or the domain has expired.'
      : 'The DNS of this machine or of the domain does not respond.',
    'Check the spelling, then the DNS entry of the domain. Look the name up on this machine.',
  );
}

const timeoutCodes = new Set(['CONNECT_TIMEOUT', 'DEADLINE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

function lookAtReachability({ reply, failure, tookMs }: Visit): Observation {
  if (reply) return good(`It responded with ${reply.status} after ${tookMs} ms.`);
  const code = failure?.code ?? '';
  if (isCertificateCode(code)) return good('It responds, and offers a secure connection.');
  const evidence = failure?.message ?? 'There was no response.';
  if (code === 'ECONNREFUSED')
    return problem(evidence, 'Nothing listens at this port.', 'Check the port. Check that the web server of the shop runs.');
  if (timeoutCodes.has(code))
    return problem(
      evidence,
      'A firewall drops our calls, or the server is down or overloaded.',
      'Open the shop from another network. Ask the host whether it blocks the addresses of this service.',
    );
  return problem(
    evidence,
    'The connection is cut on the way, or by the web server.',
    'Ask the host whether a firewall or a limit cuts our calls.',
  );
}

const certificateCauses: readonly (readonly [RegExp, string, string])[] = [
  [/EXPIRED/, 'The certificate has expired.', 'Renew the certificate, and see why it was not renewed by itself.'],
  [/SELF_SIGNED/, 'The certificate vouches for itself: no known authority has signed it.', 'Get a certificate of a public authority.'],
  [
    /ALTNAME|HOSTNAME/,
    'The certificate is for another name.',
    'Connect the shop under the name of the certificate, or get one that holds this name, too.',
  ],
  [
    /UNABLE_TO_|DEPTH_ZERO/,
    'The server does not send the certificates between its own and a known authority.',
    'Install the full chain of the certificate on the server.',
  ],
  [
    /./,
    'The server offers no version of TLS that is still safe, or does not speak TLS at this port.',
    'Let the server offer TLS 1.2 or newer. Check the port.',
  ],
];

function lookAtCertificate({ failure }: Visit): Observation {
  const code = failure?.code ?? '';
  if (!isCertificateCode(code)) return good('A secure connection was made.');
  const [, cause = '', advice = ''] = certificateCauses.find(([pattern]) => pattern.test(code)) ?? [];
  return problem(`A secure connection could not be made (${code}).`, cause, advice);
}

function lookAtRedirect({ reply }: Visit, root: string): Observation {
  const target = reply?.locationOrigin() ?? null;
  if (target === null || target === root) return good('Nothing leads to another address.');
  return notice(
    `The start page leads to ${target}.`,
    'The shop may know itself under that address only. Redirects are not followed, because they would carry the credentials along.',
    `If the checks below fail, connect the shop again under ${target}.`,
  );
}

function lookAtClock({ reply, tookMs }: Visit): Observation {
  const shopTime = Date.parse(reply?.header('date') ?? '');
  if (Number.isNaN(shopTime)) return good('The shop does not say what time it is.');
  const skewMs = shopTime - (Date.now() - tookMs / 2);
  const evidence = `It differs from the clock here by ${Math.abs(Math.round(skewMs / 1000))} s.`;
  if (Math.abs(skewMs) < notableSkewMs) return good(evidence);
  const cause = 'The clock of the shop, or the one here, is wrong.';
  const advice = 'Switch on the synchronisation of the clock (NTP) on both machines.';
  if (Math.abs(skewMs) < maxSkewMs) return notice(evidence, cause, advice);
  return problem(evidence, `${cause} Exports of changes ask by time, and leave changes out.`, advice);
}
