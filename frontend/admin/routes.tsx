import { lazy, Suspense, useEffect } from "react";
import { Route, Routes } from "react-router";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import SignInPage from "./features/sign-in/SignInPage.tsx";
import { frame, screens } from "./screens.ts";
import { Loading } from "./session/FullScreen.tsx";
import { Guard } from "./session/Guard.tsx";
import { home, signInPath } from "./session/return-path.ts";

const AdminLayout = lazy(frame);
const SettingsLayout = lazy(() => import("./SettingsLayout.tsx"));
// Part of the settings' file, which has the same card.
const SecondFactorPage = lazy(async () => ({
  default: (await screens["/settings/you"].load()).SecondFactorPage,
}));
const DashboardPage = lazy(screens[""].load);
const ClientsPage = lazy(screens["/clients"].load);
const ImportFilePage = lazy(screens["/clients/import"].load);
const ImportPage = lazy(screens["/imports/:id"].load);
const ClientPage = lazy(screens["/clients/:id"].load);
const AccountPage = lazy(screens["/clients/:id/statement"].load);
const SubscriptionsPage = lazy(screens["/subscriptions"].load);
const OverduePage = lazy(screens["/overdue"].load);
const PaymentsPage = lazy(screens["/payments"].load);
const StatementPage = lazy(screens["/payments/import"].load);
const LinesPage = lazy(screens["/payments/lines"].load);
const AnnouncedPage = lazy(screens["/payments/announced"].load);
const MessagesPage = lazy(screens["/messages"].load);
const RemindersPage = lazy(screens["/reminders"].load);
const StaffPage = lazy(screens["/staff"].load);
const ActivityPage = lazy(screens["/activity"].load);
const PeoplePage = lazy(screens["/people"].load);
const CompanyPage = lazy(screens["/settings"].load);
const GettingPaidPage = lazy(screens["/settings/getting-paid"].load);
const ReminderDaysPage = lazy(screens["/settings/reminders"].load);
const PrivacyPage = lazy(screens["/settings/privacy"].load);
const YouPage = lazy(screens["/settings/you"].load);
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
          <Route path="clients/import" element={<ImportFilePage />} />
          <Route path="clients/:id" element={<ClientPage />} />
          <Route path="clients/:id/statement" element={<AccountPage />} />
          <Route path="subscriptions" element={<SubscriptionsPage />} />
          <Route path="subscriptions/import" element={<ImportFilePage />} />
          <Route path="overdue" element={<OverduePage />} />
          <Route path="payments" element={<PaymentsPage />} />
          <Route path="payments/import" element={<StatementPage />} />
          <Route path="payments/past" element={<ImportFilePage />} />
          <Route path="imports/:id" element={<ImportPage />} />
          <Route path="payments/lines" element={<LinesPage />} />
          <Route path="payments/announced" element={<AnnouncedPage />} />
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
          <Route
            path="people"
            element={
              <Guard requiredRole="admin">
                <PeoplePage />
              </Guard>
            }
          />
          <Route element={<SettingsLayout />}>
            <Route path="settings" element={<CompanyPage />} />
            <Route path="settings/getting-paid" element={<GettingPaidPage />} />
            <Route path="settings/reminders" element={<ReminderDaysPage />} />
            <Route path="settings/emails" element={<EmailsPage />} />
            <Route path="settings/privacy" element={<PrivacyPage />} />
            <Route path="settings/you" element={<YouPage />} />
            <Route path="api" element={<ApiPage />} />
          </Route>
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
