import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { Search } from './search';
import { SearchInput, type SearchResults } from './search-representation';

@ApiTags('Search')
@RequiresSession('look up')
@Controller('api/admin/search')
export class SearchController {
  constructor(private readonly search: Search) {}

  /**
   * Search everything
   * @remarks Companies by a part of their name; connections by a part of their name, address or account; customers and orders by their whole
   * e-mail address, in any case; orders by their whole number; and everything by its id. A support user finds accessible companies, and what
   * belongs to connections that it sees in full. POST, because an e-mail address does not belong into an address that others may log.
   * @returns What was found, at most five of each kind
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  searchEverything(@RequestUser() { viewer }: SignedInUser, @Body() { text }: SearchInput): Promise<SearchResults> {
    return this.search.find(viewer, text.trim());
  }
}
