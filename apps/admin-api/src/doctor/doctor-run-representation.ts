import { ApiProperty } from '@nestjs/swagger';
import type { ShopExamination } from '@sync/connections';
import type { DoctorRun } from '@sync/domain';

const verdicts = ['good', 'notice', 'problem', 'left out'] as const;

class FindingRepresentation {
  @ApiProperty({ description: 'The stable name of the check.' })
  name: string;

  @ApiProperty({ description: 'What was checked, as a claim.' })
  title: string;

  @ApiProperty({ enum: [...verdicts], description: 'left out: a check that it needs found a problem.' })
  verdict: (typeof verdicts)[number];

  @ApiProperty({ description: 'What was seen.' })
  evidence: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The likely cause of a notice or problem.' })
  cause: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'What to do about it.' })
  advice: string | null;
}

export class DoctorRunRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: ['queued', 'succeeded', 'failed'], description: 'succeeded: the shop was examined, even if it failed checks.' })
  status: DoctorRun['status'];

  @ApiProperty({ type: [FindingRepresentation], nullable: true, description: 'Null until the shop was examined.' })
  findings: FindingRepresentation[] | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the shop could not be examined, in words for a person.' })
  error: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  finished_at: string | null;
}

export class ShopExaminationRepresentation {
  @ApiProperty({ type: [FindingRepresentation], description: 'In the order of the checks.' })
  findings: FindingRepresentation[];

  @ApiProperty({ description: 'False: the shop is so slow that time ran out, and the checks that are left were not made.' })
  is_complete: boolean;
}

export function presentExamination({ findings, isComplete }: ShopExamination): ShopExaminationRepresentation {
  return { findings: findings.map(presentFinding), is_complete: isComplete };
}

function presentFinding({ name, title, verdict, evidence, cause, advice }: FindingRepresentation): FindingRepresentation {
  return { name, title, verdict, evidence, cause, advice };
}

export function presentDoctorRun({ id, status, findings, error, createdAt, finishedAt }: DoctorRun): DoctorRunRepresentation {
  return {
    id,
    status,
    findings: findings?.map(presentFinding) ?? null,
    error,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
