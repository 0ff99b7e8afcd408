import { useState } from 'react';
import { Link } from 'react-router';
import type { ApiFailure } from '../api/api-failure';
import type { CreatedConnection, Tenant } from '../api/representations';
import { credentialFieldsOf, enteredCredentials } from '../connections/credential-fields';
import { useText } from '../language/use-language';
import type { IssuedProductToken } from '../products/product-actions';
import { SystemKindChoice } from '../products/system-kind-choice';
import { FailureNotice } from '../ui/failure-notice';
import { Form } from '../ui/form';
import { Page } from '../ui/page';
import { RadioGroup } from '../ui/radio-group';
import { useRefusedFields } from '../ui/use-refused-fields';
import { CompanyChoice } from './company-choice';
import { ShopPlace } from './shop-place';
import { useCreation } from './use-examination';
import { later, useProduct } from './use-product';
import { WhyUnverified } from './why-unverified';

interface CreationFormProps {
  onCreated: (created: CreatedConnection, systemSlug: string) => void;
  /** A product was connected on the way. */
  onIssued: (issued: IssuedProductToken) => void;
}

/** Company, product, system and way. What is typed stays when the service refuses it; credentials stay in their inputs only. */
export function CreationForm({ onCreated, onIssued }: CreationFormProps) {
  const t = useText();
  const [tenant, setTenant] = useState<Tenant | null>(null);
  const [isTenantMissing, setIsTenantMissing] = useState(false);
  const [slug, setSlug] = useState('');
  const [way, setWay] = useState<Way>('token');
  const [address, setAddress] = useState('');
  const product = useProduct(onIssued);
  const { create, examination, failure, isPending } = useCreation((created) => onCreated(created, slug));
  const secrets = credentialFieldsOf({ slug });
  const submit = (values: FormData) => {
    setIsTenantMissing(!tenant);
    if (!tenant) return;
    const shop = way === 'credentials' ? { base_url: address.trim(), credentials: enteredCredentials(values, secrets) } : null;
    product.connect(tenant, () => create({ tenant_id: tenant.id, system_slug: slug, ...shop }));
  };
  const fields = useRefusedFields(failure);
  return (
    <Page title={t('create.title')}>
      <div className="beside">
        <Form onSubmit={submit} className="card form">
          <CompanyChoice
            chosen={tenant}
            onChoose={setTenant}
            error={isTenantMissing && !tenant ? t('create.companyMissing') : fields['/tenant_id']}
          />
          {product.isNeededBy(tenant) && <ProductQuestion product={product} />}
          <SystemKindChoice of="shops" slug={slug} onChoose={setSlug} error={fields['/system_slug']} />
          <WayChoice way={way} onChoose={setWay} />
          {way === 'credentials' && <ShopPlace key={slug} address={address} onAddress={setAddress} secrets={secrets} fields={fields} />}
          <div className="buttons">
            <button className="primary" disabled={isPending || product.isPending}>
              {t(way === 'token' ? 'create.makeToken' : 'create.verify')}
            </button>
            <Link className="button quiet" to="/connections">
              {t('create.back')}
            </Link>
          </div>
          {isPending && way === 'credentials' && <p role="status">{t('create.verifying')}</p>}
        </Form>
        {product.failure && <FailureNotice failure={product.failure} />}
        {failure && <Refusal failure={failure} examination={examination} />}
      </div>
    </Page>
  );
}

function ProductQuestion({ product }: { product: ReturnType<typeof useProduct> }) {
  const t = useText();
  const also = { value: later, label: t('product.later'), hint: t('product.laterHint') };
  return <SystemKindChoice of="products" slug={product.slug} onChoose={product.choose} also={also} />;
}

function Refusal({ failure, examination }: { failure: ApiFailure } & Pick<ReturnType<typeof useCreation>, 'examination'>) {
  return failure.kind === 'unverified' ? <WhyUnverified examination={examination} /> : <FailureNotice failure={failure} />;
}

const ways = ['token', 'credentials'] as const;
type Way = (typeof ways)[number];

/** Who brings the credentials: the shop's plugin, or the administrator. */
function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  const t = useText();
  return (
    <RadioGroup
      legend={t('create.way')}
      options={ways.map((one) => ({ value: one, label: t(`create.way.${one}`), hint: t(`create.way.${one}Hint`) }))}
      value={way}
      onValue={(value) => onChoose(value as Way)}
    />
  );
}
