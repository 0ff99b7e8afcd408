// A real OpenID provider on a port of its own, in its own process: its packages are ES modules that Jest would have to transform.
// It signs in whom `login_hint` names, without a password. A name that begins with `unverified` has no verified address.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';

const [redirectUri, clientId, clientSecret] = process.argv.slice(2);
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  cookies: { keys: ['a key of a test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({ sub: `subject of ${accountId}`, email: accountId, email_verified: !accountId.startsWith('unverified') }),
  }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
});
provider.use(async (context, next) => {
  if (!context.path.startsWith('/interaction/')) return next();
  const { params } = await provider.interactionDetails(context.req, context.res);
  context.respond = false;
  await provider.interactionFinished(context.req, context.res, { login: { accountId: params.login_hint } });
});
server.on('request', provider.callback());
process.once('disconnect', () => process.exit());
process.send?.({ issuer });
