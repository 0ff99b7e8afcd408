import type { LinkToTell } from '@sync/domain';

export interface LinkMail {
  subject: string;
  text: string;
  messageId: string;
}

/** "5 January 2026 at 12:00 UTC" */
const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const maxNameLength = 200;

/** What an address hears when the link to a shop has changed. The same change has the same Message-ID, so that mail programs show a copy as one. */
export function linkMail(link: LinkToTell, isBroken: boolean, from: string): LinkMail {
  const name = onOneLine(link.name);
  const shop = link.baseUrl === null ? name : `${name} (${link.baseUrl})`;
  const since = `${instant.format(link.since)} UTC`;
  const paragraphs = isBroken
    ? [
        `The link to the shop ${shop} has been broken since ${since}. No changes of the shop arrive.`,
        ...(link.reason ? [link.reason.message] : []),
        'Records that have arrived stay. Once the shop is connected again, it syncs on from where it stopped.',
      ]
    : [
        `The link to the shop ${shop} has worked again since ${since}. You need not do anything: what changed meanwhile arrives with the next sync.`,
      ];
  return {
    subject: `${name}: the link to the shop ${isBroken ? 'is broken' : 'works again'}`,
    text: `${[...paragraphs, whyYou].join('\n\n')}\n`,
    messageId: `<${link.change}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  };
}

const whyYou =
  'You get this mail because your company, or the support staff of this service for it, named your address for notices about its shops. ' +
  'The list is at /api/notification-addresses of this service, where your company can change it.';

/** Names come from shops. */
function onOneLine(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength);
}
