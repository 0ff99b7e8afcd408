/** Both handshakes. A token goes out in the body of a request and is taken off the page when it is used up. */
export const pluginScript = `
function service() {
  return needed('service', 'Give the address of the service.');
}

function takeAway() {
  at('handed').hidden = true;
  at('new-token').value = '';
}

on('finalise', 'submit', 'plugin', async () => {
  const input = { service_url: service(), connection_token: needed('token', 'Paste a connection token first.') };
  takeAway();
  say('plugin', 'Connecting …');
  const connection = await ask('finalise', input);
  at('token').value = '';
  if (at('delivery')) at('delivery').value = input.service_url.replace(/\\/+$/, '') + '/api/webhooks/' + connection.id;
  say('plugin', 'Connected. The connection ' + connection.id + ' is ' + connection.status + '.');
  await changed();
});

on('register', 'submit', 'plugin', async () => {
  const input = { service_url: service() };
  takeAway();
  say('plugin', 'Registering …');
  const { connection_token, expires_at } = await ask('register', input);
  at('new-token').value = connection_token;
  at('handed').hidden = false;
  say('plugin', 'Registered. Give the token above to the page of the service until ' + new Date(expires_at).toLocaleTimeString() + ': the shop is connected then.');
  await changed();
});

on('copy', 'click', 'plugin', async () => {
  at('new-token').select();
  await navigator.clipboard.writeText(at('new-token').value).catch(() => { throw new Error('The browser does not let this page copy. The token is selected: copy it by hand.'); });
  say('plugin', 'Copied.');
});
`;
