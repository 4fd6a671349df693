import { lazy, Suspense, useEffect } from "react";
import { Route, Routes } from "react-router";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import SignInPage from "./features/sign-in/SignInPage.tsx";
import { frame, screens } from "./screens.ts";
import { Loading } from "./session/FullScreen.tsx";
import { Guard } from "./session/Guard.tsx";
import { home, signInPath } from "./session/return-path.ts";

const AdminLayout = lazy(frame);
// Part of the settings' file, because both use the same components.
const SecondFactorPage = lazy(async () => ({
  default: (await screens["/settings"].load()).SecondFactorPage,
}));
const DashboardPage = lazy(screens[""].load);
const ClientsPage = lazy(screens["/clients"].load);
const ImportClientsPage = lazy(screens["/clients/import"].load);
const ClientPage = lazy(screens["/clients/:id"].load);
const AccountPage = lazy(screens["/clients/:id/statement"].load);
const SubscriptionsPage = lazy(screens["/subscriptions"].load);
const ImportSubscriptionsPage = lazy(screens["/subscriptions/import"].load);
const PaymentsPage = lazy(screens["/payments"].load);
const StatementPage = lazy(screens["/payments/import"].load);
const LinesPage = lazy(screens["/payments/lines"].load);
const MessagesPage = lazy(screens["/messages"].load);
const RemindersPage = lazy(screens["/reminders"].load);
const StaffPage = lazy(screens["/staff"].load);
const ActivityPage = lazy(screens["/activity"].load);
const SettingsPage = lazy(screens["/settings"].load);
const ApiPage = lazy(screens["/api"].load);
const EmailsPage = lazy(screens["/settings/emails"].load);

export const BackOffice = () => (
  <BrokenPage>
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path={signInPath} element={<SignInPage />} />
        <Route
          path={home}
          element={
            <Guard mfaSetup={<SecondFactorPage />}>
              <AdminLayout />
            </Guard>
          }
        >
          <Route index element={<DashboardPage />} />
          <Route path="clients" element={<ClientsPage />} />
          <Route path="clients/import" element={<ImportClientsPage />} />
          <Route path="clients/:id" element={<ClientPage />} />
          <Route path="clients/:id/statement" element={<AccountPage />} />
          <Route path="subscriptions" element={<SubscriptionsPage />} />
          <Route path="subscriptions/import" element={<ImportSubscriptionsPage />} />
          <Route path="payments" element={<PaymentsPage />} />
          <Route path="payments/import" element={<StatementPage />} />
          <Route path="payments/lines" element={<LinesPage />} />
          <Route path="messages" element={<MessagesPage />} />
          <Route path="reminders" element={<RemindersPage />} />
          <Route
            path="staff"
            element={
              <Guard requiredRole="admin">
                <StaffPage />
              </Guard>
            }
          />
          <Route
            path="activity"
            element={
              <Guard requiredRole="admin">
                <ActivityPage />
              </Guard>
            }
          />
          <Route path="api" element={<ApiPage />} />
          <Route path="settings" element={<SettingsPage />} />
          <Route path="settings/emails" element={<EmailsPage />} />
        </Route>
        <Route path="*" element={<LeaveForSite />} />
      </Routes>
    </Suspense>
  </BrokenPage>
);

/** The site is another page: the router cannot open it. */
function LeaveForSite() {
  useEffect(() => window.location.replace("/"), []);
  return <Loading />;
}
