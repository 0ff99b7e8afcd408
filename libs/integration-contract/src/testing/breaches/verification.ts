import { VerificationResult } from '../../verification-result';
import { ofPlatform, ofIntegration, type Breaches } from './breach';

/** The credential check without what makes its failures a result. */
const raising = ofIntegration((_honest, shop) => ({
  verify: async (connection) => {
    await shop.ask(connection);
    return VerificationResult.success('paper');
  },
}));
const believingAll = ofPlatform(() => ({ checkCredentials: async () => VerificationResult.success('paper') }));

export const verificationBreaches: Breaches = {
  'verify of right credentials succeeds and resolves the account identifier': [
    ['refuses', ofPlatform(() => ({ checkCredentials: async () => VerificationResult.failure() }))],
    ['resolves nothing', ofPlatform(() => ({ checkCredentials: async () => VerificationResult.success('') }))],
    [
      'gives something else',
      ofIntegration(() => ({ verify: async () => ({ successful: true, externalUserId: 'paper', message: null }) as VerificationResult })),
    ],
  ],
  'verify of credentials that the shop refuses is a failed result': [
    ['believes all', believingAll],
    ['raises', raising],
  ],
  'verify never raises: a shop that is away': [
    ['raises', raising],
    ['asks nobody', believingAll],
  ],
  'verify never raises: a shop that answers with an error, or breaks the connection': [
    ['raises', raising],
    ['asks nobody', believingAll],
  ],
  'verify never raises: a shop that answers with garbage': [
    ['raises', raising],
    ['asks nobody', believingAll],
  ],
  'verify converts any failure in the credential check into a failed VerificationResult: the check may simply raise': [
    ['lets it through', raising],
    ['reads no credentials', believingAll],
  ],
};
