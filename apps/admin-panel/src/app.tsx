import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { Account } from './account/account';
import { AuditLog } from './audit-log/audit-log';
import { Connection } from './connections/connection';
import { ConnectionList } from './connections/connection-list';
import { CreateConnection } from './create-connection/create-connection';
import { Dashboard } from './dashboard/dashboard';
import { queryClient } from './data/query-client';
import { FailedTask } from './failed-work/failed-task';
import { FailedWork } from './failed-work/failed-work';
import { LanguageProvider } from './language/use-language';
import { Shell } from './layout/shell';
import { SessionGate } from './session/session-gate';
import { UserSessions } from './sessions/user-sessions';
import { SyncRules } from './sync-rules/sync-rules';
import { Systems } from './systems/systems';
import { Tenants } from './tenants/tenants';
import { DialogsProvider } from './ui/dialogs';
import { ErrorBoundary } from './ui/error-boundary';
import { NoticesProvider } from './ui/notices';
import { Users } from './users/users';

/** The table of contents. Addresses are behind a `#`, so that a server needs to know one page only. */
export function App() {
  return (
    <LanguageProvider>
      <ErrorBoundary isOutside>
        <NoticesProvider>
          <HashRouter>
            <QueryClientProvider client={queryClient}>
              <SessionGate>
                <DialogsProvider>
                  <Routes>
                    <Route element={<Shell />}>
                      <Route path="dashboard" element={<Dashboard />} />
                      <Route path="connections" element={<ConnectionList />} />
                      <Route path="connections/new" element={<CreateConnection />} />
                      <Route path="connections/:id" element={<Connection />} />
                      <Route path="sync-rules" element={<SyncRules />} />
                      <Route path="failed-work" element={<FailedWork />} />
                      <Route path="failed-work/:id" element={<FailedTask />} />
                      <Route path="tenants" element={<Tenants />} />
                      <Route path="users" element={<Users />} />
                      <Route path="users/:id/sessions" element={<UserSessions />} />
                      <Route path="systems" element={<Systems />} />
                      <Route path="audit-log" element={<AuditLog />} />
                      <Route path="account" element={<Account />} />
                      <Route path="*" element={<Navigate to="/connections" replace />} />
                    </Route>
                  </Routes>
                </DialogsProvider>
              </SessionGate>
            </QueryClientProvider>
          </HashRouter>
        </NoticesProvider>
      </ErrorBoundary>
    </LanguageProvider>
  );
}
