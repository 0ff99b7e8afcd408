import { IntegrationRequestException, InvalidIntegrationResponseException, type IntegrationRequestDetails } from './exceptions';
import { verificationReasonOf, verificationReasons } from './verification-reason';

const said = new Set<string>(['other_platform']);

describe('a plugin learns why its shop was not verified', () => {
  it.each<[what: string, details: IntegrationRequestDetails, reason: string]>([
    ['a redirect', { status: 301, locationOrigin: 'https://www.tea.example' }, 'redirected'],
    ['a redirect to nowhere', { status: 302, locationOrigin: null }, 'not_this_platform'],
    ['refused credentials', { status: 401 }, 'refused'],
    ['a missing right', { status: 403 }, 'refused'],
    ['a page of a firewall', { status: 403, isBlocked: true }, 'other'],
    ['no such route', { status: 404 }, 'not_found'],
    ['another client error', { status: 400 }, 'not_this_platform'],
    ['too many requests', { status: 429 }, 'unreachable'],
    ['an error of the shop', { status: 500 }, 'unreachable'],
    ['an expired certificate', { code: 'CERT_HAS_EXPIRED' }, 'tls'],
    ['no such name', { code: 'ENOTFOUND' }, 'unreachable'],
    ['nothing that listens', { code: 'ECONNREFUSED' }, 'unreachable'],
    ['a response that takes too long', { code: 'DEADLINE' }, 'slow'],
    ['a connection that takes too long', { code: 'CONNECT_TIMEOUT' }, 'slow'],
    ['an address that must not be called', { code: 'ADDRESS_REFUSED' }, 'other'],
    ['a failure without a cause', {}, 'other'],
  ])('%s', (_what, details, reason) => {
    const found = verificationReasonOf(new IntegrationRequestException('message', details));
    said.add(found.reason);
    expect(found).toEqual({ reason, ...(reason === 'redirected' && { location_origin: details.locationOrigin }) });
  });

  it('something else than JSON is another platform, and the table above gives each reason of the list', () => {
    expect(verificationReasonOf(new InvalidIntegrationResponseException('HTML'))).toEqual({ reason: 'not_this_platform' });
    expect([...said].sort()).toEqual([...verificationReasons].sort());
  });
});
