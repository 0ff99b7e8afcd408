import { NavLink, Outlet, useLocation } from 'react-router';
import { useText } from '../language/use-language';
import { useMe } from '../session/session';
import { SearchButton } from '../search/search-button';
import { SignOutButton } from '../session/sign-in-frame';
import { ErrorBoundary } from '../ui/error-boundary';
import { entriesFor } from './navigation';
import { usePlaces } from './places';
import { Preferences } from './preferences';

/** What surrounds every screen. */
export function Shell() {
  const t = useText();
  const me = useMe();
  const { pathname } = useLocation();
  usePlaces();
  return (
    <div className="shell">
      <a className="skip" href="#main" onClick={focusMain}>
        {t('skip')}
      </a>
      <header className="top">
        <span className="brand">
          {t('product')} <span className="brand-area">{t('area')}</span>
        </span>
        <SearchButton />
        <nav aria-label={t('menu')}>
          <ul>
            {entriesFor(me.role).map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path}>{t(label)}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="me">
          <NavLink to="/account" title={t('nav.account')}>
            {me.name} <span className="hint">{t(`role.${me.role}`)}</span>
          </NavLink>
          <Preferences />
          <SignOutButton />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <ErrorBoundary address={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** The address behind the `#` is the screen's, so the link cannot jump by itself. */
function focusMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
