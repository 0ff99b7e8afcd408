import { useState } from 'react';
import { Link } from 'react-router';
import type { CreatedConnection, Tenant } from '../api/representations';
import { credentialFieldsOf, enteredCredentials } from '../connections/credential-fields';
import { useText } from '../language/use-language';
import { NameTenant } from '../tenants/name-tenant';
import { FailureNotice } from '../ui/failure-notice';
import { Form } from '../ui/form';
import { Page } from '../ui/page';
import { CompanyChoice } from './company-choice';
import { ShopPlace } from './shop-place';
import { ShopSystemChoice } from './shop-system-choice';
import { useCreation } from './use-creation';
import { WayChoice, type Way } from './way-choice';
import { WhyUnverified } from './why-unverified';

/** Company, system and way. What is typed stays when the service refuses it; credentials stay in their inputs only. */
export function CreationForm({ onCreated }: { onCreated: (created: CreatedConnection, systemSlug: string) => void }) {
  const t = useText();
  const [tenant, setTenant] = useState<Tenant | null>(null);
  const [isTenantMissing, setIsTenantMissing] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const [slug, setSlug] = useState('');
  const [way, setWay] = useState<Way>('token');
  const [address, setAddress] = useState('');
  const { create, examination, failure, isPending } = useCreation((created) => onCreated(created, slug));
  const secrets = credentialFieldsOf({ slug });
  const submit = (values: FormData) => {
    setIsTenantMissing(!tenant);
    if (!tenant) return;
    const shop = way === 'credentials' ? { base_url: address.trim(), credentials: enteredCredentials(values, secrets) } : null;
    create({ tenant_id: tenant.id, system_slug: slug, ...shop });
  };
  const fields = failure?.fields ?? {};
  return (
    <Page title={t('create.title')}>
      <div className="beside">
        <Form onSubmit={submit} className="card form">
          <CompanyChoice
            chosen={tenant}
            onChoose={setTenant}
            onCreate={() => setIsNaming(true)}
            error={isTenantMissing && !tenant ? t('create.companyMissing') : fields['/tenant_id']}
          />
          <ShopSystemChoice slug={slug} onChoose={setSlug} error={fields['/system_slug']} />
          <WayChoice way={way} onChoose={setWay} />
          {way === 'credentials' && <ShopPlace key={slug} address={address} onAddress={setAddress} secrets={secrets} fields={fields} />}
          <div className="buttons">
            <button className="primary" disabled={isPending}>
              {t(way === 'token' ? 'create.makeToken' : 'create.verify')}
            </button>
            <Link className="button quiet" to="/connections">
              {t('create.back')}
            </Link>
          </div>
          {isPending && way === 'credentials' && <p role="status">{t('create.verifying')}</p>}
        </Form>
        {failure?.kind === 'unverified' && <WhyUnverified examination={examination} />}
        {failure && failure.kind !== 'unverified' && <FailureNotice failure={failure} />}
      </div>
      {isNaming && <NameTenant onNamed={setTenant} onClose={() => setIsNaming(false)} />}
    </Page>
  );
}
