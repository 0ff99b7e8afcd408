/** Where the shop's webhooks go, and how many it sent. */
export const webhooksScript = `
/** Refreshes while deliveries are waiting. */
async function showWebhooks(refreshes = 20) {
  const { webhooks, counters } = await ask('webhooks');
  const places = new Map();
  for (const webhook of webhooks) places.set(webhook.deliveryUrl, [...(places.get(webhook.deliveryUrl) || []), webhook]);
  at('webhooks').replaceChildren(...[...places].map(([place, those]) => {
    const off = those.filter(({ status }) => status !== 'active').length;
    const waiting = those.filter(({ isPending }) => isPending).length;
    return made('li', those.length + ' topics to ' + place + (off ? ', ' + off + ' disabled after failures' : '') + (waiting ? ', ' + waiting + ' without a successful ping' : ''));
  }));
  at('sent').textContent = webhooks.length === 0 ? 'None are set up.' : 'Sent: ' + counters.sent + ', accepted: ' + counters.accepted + ', refused: ' + counters.refused + '.';
  if (refreshes > 1 && counters.due > counters.sent + counters.lost) setTimeout(() => { showWebhooks(refreshes - 1).catch(() => undefined); }, 500);
}

afterChange.push(showWebhooks);
on('renew', 'submit', 'webhooks', async () => {
  await ask('renew-webhooks', { delivery_url: needed('delivery', 'Give the address that receives the webhooks.') });
  await showWebhooks();
  say('webhooks', 'Set up.');
});
on('look', 'click', 'webhooks', showWebhooks);
showWebhooks().catch((error) => say('webhooks', error.message, true));
`;
