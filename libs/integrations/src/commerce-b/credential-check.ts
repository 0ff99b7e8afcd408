import { VerificationResult, type IntegrationConnection } from '@sync/integration-contract';
import { asRow, sourceId } from '../mapping/platform-values';
import { WebserviceRefusal } from './refusal';
import type { CommerceBSettings } from './settings';
import type { Webservice } from './webservice';

/** Lists the shops that the key may access. The first shop's id becomes the account id. */
export async function checkCredentials(
  webservice: Webservice,
  { verifyDeadlineMs }: CommerceBSettings,
  connection: IntegrationConnection,
): Promise<VerificationResult> {
  try {
    const [first] = await webservice.rows(connection, { resource: 'shops', what: 'the credential check', deadlineMs: verifyDeadlineMs });
    const shopId = sourceId(asRow(first)?.id);
    return shopId === null
      ? VerificationResult.failure('The shop names no shop that the API key may use.')
      : VerificationResult.success(shopId);
  } catch (error) {
    // Refused credentials are not a failure of the shop; everything else is, and so is a firewall in front of it.
    if (error instanceof WebserviceRefusal && (error.status === 401 || error.status === 403) && !error.isBlocked)
      return VerificationResult.failure(error.message);
    throw error;
  }
}
