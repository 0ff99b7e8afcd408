import { IsOptional, IsString, MaxLength } from 'class-validator';

/** What providers are known to add, so that the check of unknown parameters lets it pass. */
const names = ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri', 'scope', 'authuser', 'hd', 'prompt'];
const maxText = 4_000;

/** Query parameters of the way back from the provider. `openid-client` reads and checks them. */
export class OidcCallbackInput {}

for (const name of names)
  for (const decorate of [IsOptional(), IsString(), MaxLength(maxText)]) decorate(OidcCallbackInput.prototype, name);
