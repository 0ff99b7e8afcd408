import { Example } from '../api-description/example';

@Example<NotificationAddresses>({ addresses: ['operations@company.example'], mail_configured: true })
export class NotificationAddresses {
  addresses: string[];

  /** false: this service sends no mail, and takes no addresses. */
  mail_configured: boolean;
}

export function presentNotificationAddresses(addresses: string[], { mailFrom }: { mailFrom?: string }): NotificationAddresses {
  return { addresses, mail_configured: mailFrom !== undefined };
}
