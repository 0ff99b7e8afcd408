import { Module } from '@nestjs/common';
import { Search } from './search';
import { SearchController } from './search.controller';

/** /api/admin/search. */
@Module({ controllers: [SearchController], providers: [Search] })
export class SearchModule {}
