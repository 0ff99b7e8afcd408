import { Module } from '@nestjs/common';
import { Erasures } from './erasures';
import { ExportPerson } from './export-person';
import { PrivacyController } from './privacy.controller';

/** /api/privacy: erasing and exporting what names a person. */
@Module({ controllers: [PrivacyController], providers: [Erasures, ExportPerson] })
export class PrivacyModule {}
