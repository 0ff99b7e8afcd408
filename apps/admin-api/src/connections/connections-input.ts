import { ApiProperty, OmitType } from '@nestjs/swagger';
import { connectionKinds, connectionSorts, type ConnectionKind, type ConnectionSort } from '@sync/connections';
import { ConnectionsInput, CredentialsProperty, Example, IsSmallObject } from '@sync/http-api';
import { shops } from '@sync/platforms';
import { Verbatim } from '@sync/service-runtime';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUUID, Length, Matches, MaxLength } from 'class-validator';
import { OptionalMember } from '../optional-member';
import { FlagFilter } from '../work/filters';
import { SearchProperty } from '../search-property';

/** Query parameters of the list and of its count. */
export class ListConnectionsInput extends ConnectionsInput {
  @IsOptional()
  @IsUUID()
  tenant_id?: string;

  /** true: only active connections that have a `status_reason`, among those that you see in full. */
  @FlagFilter()
  impaired?: boolean;

  /** true: only active connections whose `status_reason` is `waiting_for_shop`; false: only others. Among those that you see in full. */
  @FlagFilter()
  waiting?: boolean;

  /**
   * Codes of `status_reason`, separated by commas: only connections that one of them keeps from working, also where a more urgent one is
   * shown. Among those that you see in full.
   */
  @IsOptional()
  @Matches(/^[a-z_]{1,50}(,[a-z_]{1,50}){0,9}$/)
  status_reason?: string;

  @SearchProperty(
    "A part of the tenant's name, of the connection's, of the address or of the account's id, in any case. Only the tenant's counts where you do not see all of the connection.",
  )
  search?: string;

  /** `shops` leaves out direct systems, and pending connections whose token has expired; `products`: only direct systems. */
  @IsOptional()
  @IsIn(connectionKinds)
  kind?: ConnectionKind;

  /** Instead of newest first. A minus: the other way round. Of more than 1,000 connections, the newest 1,000. */
  @IsOptional()
  @IsIn(connectionSorts)
  sort?: ConnectionSort;
}

export class CountConnectionsInput extends OmitType(ListConnectionsInput, ['limit', 'cursor', 'sort']) {}

/** For a direct system, active at once; for a shop, its plugin finalises the connection with the token that this returns. */
export class CreateConnectionInput {
  @IsUUID()
  tenant_id: string;

  /** Slug of a shop platform, or of a direct system. */
  @ApiProperty({ example: shops[0]?.driver })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;
}

/** The service verifies address and credentials now; no plugin is needed. */
export class LinkShopInput extends CreateConnectionInput {
  /** Root URL of the shop, at most 2,048 characters. It may include the REST path. */
  @ApiProperty({ example: 'https://shop.example' })
  @IsString()
  base_url: string;

  @CredentialsProperty()
  credentials: Record<string, unknown>;
}

@Example<EditConnectionInput>({ name: 'Tea shop of the Harbour', meta: { ticket: '4711' } })
export class EditConnectionInput {
  @OptionalMember()
  @IsString()
  @Length(1, 200)
  name?: string;

  /** Replaces what is stored. At most 16 KiB. */
  @OptionalMember()
  @Verbatim()
  @IsSmallObject()
  meta?: Record<string, unknown>;
}

@Example<ReasonInput>({ reason: 'The company closed this shop.' })
export class ReasonInput {
  /** Why, for the audit log. */
  @IsString()
  @Length(3, 500)
  reason: string;
}
