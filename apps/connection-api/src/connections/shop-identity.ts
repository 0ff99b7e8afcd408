import { Injectable, Logger } from '@nestjs/common';
import { System } from '@sync/domain';
import { HostAllowlist, normaliseBaseUrl } from '@sync/integrations';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { verificationFailed } from './verify-credentials';

@Injectable()
export class ShopIdentity {
  private readonly logger = new Logger('ShopIdentity');

  constructor(
    private readonly dataSource: DataSource,
    private readonly allowlist: HostAllowlist,
  ) {}

  /** The system that a plugin names. Throws Problem if it does not exist or has no plugins. */
  async systemOf(slug: string): Promise<System> {
    const system = await this.dataSource.manager.findOneBy(System, { slug, isDirect: false });
    if (!system) throw Problem.invalid([{ pointer: '/system_slug', detail: 'system_slug must be a system whose plugins can register' }]);
    return system;
  }

  /** The canonical base URL. A forbidden address gets the same problem as failed verification, which discloses nothing about our network. */
  baseUrlOf(text: string): string {
    const { url, reason } = normaliseBaseUrl(text, this.allowlist);
    if (url === undefined) throw verificationFailed(this.logger, { reason: `base_url ${reason}` });
    return url;
  }
}
