import { OmitType } from '@nestjs/swagger';
import type { ShopExamination } from '@sync/connections';
import type { DoctorRun } from '@sync/domain';
import { Example, sharedExamples, type Instant, type Uuid, type Wire } from '@sync/http-api';
import { LinkShopInput } from '../connections/connections-input';

const { systems, credentials } = sharedExamples;

const finding: FindingRepresentation = {
  name: 'certificate',
  title: 'Its certificate can be trusted',
  verdict: 'problem',
  evidence: 'A secure connection could not be made (CERT_HAS_EXPIRED).',
  cause: 'The certificate has expired.',
  advice: 'Renew the certificate, and see why it was not renewed by itself.',
};

export const exampleDoctorRun: Wire<DoctorRunRepresentation> = {
  id: '01981c3b-6e90-7f47-b1d5-8a2c4e6f9b08',
  status: 'succeeded',
  findings: [finding],
  error: null,
  created_at: '2026-01-05T12:30:00.000Z',
  finished_at: '2026-01-05T12:30:04.000Z',
};

class FindingRepresentation {
  /** The stable name of the check. */
  name: string;

  /** What was checked, as a claim. */
  title: string;

  /** left out: a check that it needs found a problem. */
  verdict: 'good' | 'notice' | 'problem' | 'left out';

  /** What was seen. */
  evidence: string;

  /** The likely cause of a notice or problem. */
  cause: string | null;

  /** What to do about it. */
  advice: string | null;
}

@Example<DoctorRunRepresentation>(exampleDoctorRun)
export class DoctorRunRepresentation {
  id: Uuid;

  /** succeeded: the shop was examined, even if it failed checks. */
  status: DoctorRun['status'];

  /** Null until the shop was examined. */
  findings: FindingRepresentation[] | null;

  /** Why the shop could not be examined, in words for a person. */
  error: string | null;

  created_at: Instant;

  finished_at: Instant | null;
}

@Example<ExamineShopInput>({ system_slug: systems.shop.slug, base_url: 'https://tea.example', credentials })
export class ExamineShopInput extends OmitType(LinkShopInput, ['tenant_id']) {}

@Example<ShopExaminationRepresentation>({ findings: [finding], is_complete: true })
export class ShopExaminationRepresentation {
  /** In the order of the checks. */
  findings: FindingRepresentation[];

  /** False: the shop is so slow that time ran out, and the checks that are left were not made. */
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
    created_at: createdAt,
    finished_at: finishedAt,
  };
}
