import { Link } from 'react-router';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Page } from '../ui/page';

export function ConnectedShop({ connection: { id, name }, onAnother }: { connection: FullConnection; onAnother: () => void }) {
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
