import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import type { CreatedConnection, FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { ProductToken, type IssuedProductToken } from '../products/product-actions';
import { useIsSuperAdmin } from '../session/session';
import { Page } from '../ui/page';
import { CreationForm } from './creation-form';
import { PluginToken } from './plugin-token';

/** Connects a shop for a company, and a product where the company has none. The token of the product stays until it is closed. */
export function CreateConnection() {
  const isSuperAdmin = useIsSuperAdmin();
  const [issued, setIssued] = useState<IssuedProductToken | null>(null);
  if (!isSuperAdmin) return <Navigate to="/connections" replace />;
  return (
    <>
      <ShopCreation onIssued={setIssued} />
      {issued && <ProductToken issued={issued} onClose={() => setIssued(null)} />}
    </>
  );
}

/** First the form, then the token until the plugin has used it, then where to go on. */
function ShopCreation({ onIssued }: { onIssued: (issued: IssuedProductToken) => void }) {
  const [awaited, setAwaited] = useState<{ created: CreatedConnection; systemSlug: string } | null>(null);
  const [connected, setConnected] = useState<FullConnection | null>(null);
  const show = (created: CreatedConnection, systemSlug: string) =>
    created.connection_token === null ? setConnected(created) : setAwaited({ created, systemSlug });
  const again = () => {
    setAwaited(null);
    setConnected(null);
  };
  if (connected) return <ConnectedShop connection={connected} onAnother={again} />;
  if (!awaited) return <CreationForm onCreated={show} onIssued={onIssued} />;
  const { created, systemSlug } = awaited;
  const renew = (renewed: CreatedConnection) => show(renewed, systemSlug);
  return <PluginToken key={created.id} created={created} systemSlug={systemSlug} onRenewed={renew} onActive={setConnected} />;
}

function ConnectedShop({ connection: { id, name }, onAnother }: { connection: FullConnection; onAnother: () => void }) {
  const t = useText();
  return (
    <Page title={t('created.title', { name })}>
      <p className="why why-good" role="status">
        {t('created.text')}
      </p>
      <div className="buttons">
        <Link className="button" to={`/connections/${id}`}>
          {t('created.open')}
        </Link>
        <button type="button" className="quiet" onClick={onAnother}>
          {t('created.another')}
        </button>
      </div>
    </Page>
  );
}
