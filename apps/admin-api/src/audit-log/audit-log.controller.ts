import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { eachAuditRow, readAuditLog, type AuditFilters } from '@sync/administration';
import { ApiPage, pacedBody, pageOf, readCursor, RequestTimeouts, uuidShape, writeCursor, type Page } from '@sync/http-api';
import { recordAudit } from '@sync/identity';
import { DataSource } from 'typeorm';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { AuditEntryRepresentation, AuditExportInput, AuditLogInput, exampleEntry, filtersOf, presentEntries } from './audit-log-input';

const list = 'audit-log';
const placeShape = /^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

@ApiTags('Audit log')
@ApiExtraModels(AuditEntryRepresentation)
@RequiresSession('audit log')
@Controller('api/admin/audit-log')
export class AuditLogController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly timeouts: RequestTimeouts,
  ) {}

  /**
   * Read the audit log
   * @remarks Newest first. Super administrators only.
   */
  @Get()
  @ApiPage(AuditEntryRepresentation)
  async listAuditLog(@Query() { limit, cursor, ...filters }: AuditLogInput): Promise<Page<AuditEntryRepresentation>> {
    const [place = '', id = ''] = cursor === undefined ? [] : readCursor(list, cursor, placeShape, uuidShape);
    const after = cursor === undefined ? null : { place, id };
    const rows = await readAuditLog(this.dataSource, filtersOf(filters), { after, limit: limit + 1 });
    const page = pageOf(
      rows,
      limit,
      (last) => writeCursor(list, last.place, last.id),
      (row) => row,
    );
    return { ...page, data: await presentEntries(this.dataSource, page.data) };
  }

  /**
   * Export the audit log
   * @remarks All entries that the filters find, newest first, as one JSON object a line. The export is an entry itself. Super
   * administrators only.
   */
  @Get('export')
  @ApiOkResponse({
    description: 'One entry a line',
    content: {
      'application/x-ndjson': {
        schema: { $ref: getSchemaPath(AuditEntryRepresentation) },
        examples: { example: { summary: 'A line', value: exampleEntry } },
      },
    },
  })
  async exportAuditLog(@RequestUser() { origin }: SignedInUser, @Query() input: AuditExportInput): Promise<StreamableFile> {
    const action = 'audit_log.export';
    await recordAudit(this.dataSource.manager, { ...origin, action, object: { type: 'audit_log', id: null }, after: { ...input } });
    const body = pacedBody(this.lines(filtersOf(input)), this.timeouts.chunkMs);
    return new StreamableFile(body, { type: 'application/x-ndjson', disposition: 'attachment; filename="audit-log.ndjson"' });
  }

  private async *lines(filters: AuditFilters): AsyncGenerator<string, void> {
    for await (const rows of eachAuditRow(this.dataSource, filters))
      yield (await presentEntries(this.dataSource, rows)).map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}
