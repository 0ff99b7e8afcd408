/** Where the shop's webhooks go, and how many went. */
export const webhooksScript = `
/** Looks again while some are still to be sent. */
async function showWebhooks(looks = 20) {
  const { webhooks, counters } = await ask('webhooks');
  const places = new Map();
  for (const webhook of webhooks) places.set(webhook.deliveryUrl, [...(places.get(webhook.deliveryUrl) || []), webhook]);
  at('webhooks').replaceChildren(...[...places].map(([place, those]) => {
    const off = those.filter(({ status }) => status !== 'active').length;
    const waiting = those.filter(({ isPending }) => isPending).length;
    return made('li', those.length + ' topics to ' + place + (off ? ', ' + off + ' switched off after failures' : '') + (waiting ? ', ' + waiting + ' not yet answered' : ''));
  }));
  at('sent').textContent = webhooks.length === 0 ? 'None is set up.' : 'Sent: ' + counters.sent + ', accepted: ' + counters.accepted + ', refused: ' + counters.refused + '.';
  if (looks > 1 && counters.due > counters.sent + counters.lost) setTimeout(() => { showWebhooks(looks - 1).catch(() => undefined); }, 500);
}

afterChange.push(showWebhooks);
on('renew', 'submit', 'webhooks', async () => {
  await ask('renew-webhooks', { delivery_url: needed('delivery', 'Give the address that takes the webhooks.') });
  await showWebhooks();
  say('webhooks', 'Set up.');
});
on('look', 'click', 'webhooks', showWebhooks);
showWebhooks().catch((error) => say('webhooks', error.message, true));
`;
