import type { DoctorRunRepresentation } from './doctor-run-representation';

const finding = {
  name: 'certificate',
  title: 'Its certificate can be trusted',
  verdict: 'problem' as const,
  evidence: 'A secure connection could not be made (CERT_HAS_EXPIRED).',
  cause: 'The certificate has expired.',
  advice: 'Renew the certificate, and see why it was not renewed by itself.',
};

const queued: DoctorRunRepresentation = {
  id: '01981c3b-6e90-7f47-b1d5-8a2c4e6f9b08',
  status: 'queued',
  findings: null,
  error: null,
  created_at: '2026-01-05T12:30:00.000Z',
  finished_at: null,
};

const examined: DoctorRunRepresentation = {
  ...queued,
  status: 'succeeded',
  findings: [finding],
  finished_at: '2026-01-05T12:30:04.000Z',
};

export const doctorExamples = { finding, queued, examined };
