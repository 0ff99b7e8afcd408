import { Injectable } from '@nestjs/common';
import { type Page, type PageInput, pageById, uuidShape } from '@sync/http-api';
import { endOfAccessToken, issueAccessToken, listAccessTokens, revokeAccessToken } from '@sync/identity';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionApiConfiguration } from '../configuration';
import { presentWidgetToken, type IssuedWidgetToken, type WidgetTokenRepresentation } from './widget-token-representation';

const name = 'caller-widget';

/** Tokens with which a host page shows the configuration of one shop. The shop's plugin has one of its own, which is not among them. */
@Injectable()
export class WidgetTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /** What a session issues ends with it, at the latest. Throws LimitReached if the connection has as many tokens as it may have. */
  async issue({ tokenId, tokenName }: Caller, connectionId: string, expiresAt: Date | null): Promise<IssuedWidgetToken> {
    const { connectionMaxTokens: maxTokens } = this.configuration;
    const issued = await this.dataSource.transaction(async (manager) => {
      const latest = tokenName === 'widget-session' ? await endOfAccessToken(manager, tokenId) : expiresAt;
      if (latest === undefined) throw unknownToken();
      const end = latest && expiresAt && expiresAt < latest ? expiresAt : latest;
      return issueAccessToken(manager, connectionId, name, { expiresAt: end, maxTokens });
    });
    return { ...presentWidgetToken(issued), widget_token: issued.plaintext.reveal() };
  }

  /** The valid ones, newest first. */
  list(connectionId: string, input: PageInput): Promise<Page<WidgetTokenRepresentation>> {
    return pageById(
      'widget-tokens',
      input,
      (place) => listAccessTokens(this.dataSource.manager, { connectionId, name, ...place }),
      (tokens) => tokens.map(presentWidgetToken),
    );
  }

  /** Throws Problem, 404, unless it is one of this connection's. */
  async revoke(connectionId: string, id: string): Promise<void> {
    const isRevoked = uuidShape.test(id) && (await revokeAccessToken(this.dataSource.manager, { connectionId, name, id }));
    if (!isRevoked) throw new Problem('not-found', 'This widget token does not exist.');
  }
}
