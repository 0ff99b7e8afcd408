/** Both handshakes. A token travels in the body of a request and leaves the page once it is used. */
export const pluginScript = `
function service() {
  return needed('service', 'Give the address of the service.');
}

function removeToken() {
  at('handed').hidden = true;
  at('new-token').value = '';
}

on('finalise', 'submit', 'plugin', async () => {
  const input = { service_url: service(), connection_token: needed('token', 'Paste a connection token first.') };
  removeToken();
  say('plugin', 'Connecting …');
  const connection = await ask('finalise', input);
  at('token').value = '';
  if (at('delivery')) at('delivery').value = input.service_url.replace(/\\/+$/, '') + '/api/webhooks/' + connection.id;
  say('plugin', 'Connected. The connection ' + connection.id + ' is ' + connection.status + '.');
  await changed();
});

on('register', 'submit', 'plugin', async () => {
  const input = { service_url: service() };
  removeToken();
  say('plugin', 'Registering …');
  const { connection_token, expires_at } = await ask('register', input);
  at('new-token').value = connection_token;
  at('handed').hidden = false;
  say('plugin', 'Registered. Paste the token above into the page of the service before ' + new Date(expires_at).toLocaleTimeString() + ' to connect the shop.');
  await changed();
});

on('copy', 'click', 'plugin', async () => {
  at('new-token').select();
  await navigator.clipboard.writeText(at('new-token').value).catch(() => { throw new Error('The browser does not let this page copy. The token is selected: copy it by hand.'); });
  say('plugin', 'Copied.');
});
`;
