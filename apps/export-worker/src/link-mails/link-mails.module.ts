import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { Mailer } from './mailer';
import { TellOfLink } from './tell-of-link';

const optionalMailer = Symbol('optionalMailer');

/** Mails about links to shops that broke, or work again. */
@Module({
  providers: [
    {
      provide: optionalMailer,
      inject: [WorkerConfiguration],
      useFactory: ({ smtpServer, mailFrom }: WorkerConfiguration) => (smtpServer && mailFrom ? new Mailer(smtpServer, mailFrom) : null),
    },
    {
      provide: TellOfLink,
      inject: [DataSource, optionalMailer],
      useFactory: (dataSource: DataSource, mailer: Mailer | null) => new TellOfLink(dataSource, mailer),
    },
  ],
  exports: [TellOfLink],
})
export class LinkMailsModule implements OnApplicationShutdown {
  constructor(@Inject(optionalMailer) private readonly mailer: Mailer | null) {}

  onApplicationShutdown(): void {
    this.mailer?.close();
  }
}
