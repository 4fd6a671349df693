import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Route, Routes } from "react-router";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import SignInPage from "./features/sign-in/SignInPage.tsx";
import { Loading } from "./session/FullScreen.tsx";
import { Guard } from "./session/Guard.tsx";
import { home, signInPath } from "./session/return-path.ts";

const screens = {
  layout: () => import("./AdminLayout.tsx"),
  dashboard: () => import("./features/dashboard/DashboardPage.tsx"),
  clients: () => import("./features/clients/ClientsPage.tsx"),
  subscriptions: () => import("./features/subscriptions/SubscriptionsPage.tsx"),
  messages: () => import("./features/messages/MessagesPage.tsx"),
  reminders: () => import("./features/reminders/RemindersPage.tsx"),
  settings: () => import("./features/settings/SettingsPage.tsx"),
  emails: () => import("./features/emails/EmailsPage.tsx"),
};

const screen = (load: () => Promise<{ default: ComponentType }>) => lazy(load);
const AdminLayout = screen(screens.layout);
const DashboardPage = screen(screens.dashboard);
const ClientsPage = screen(screens.clients);
const SubscriptionsPage = screen(screens.subscriptions);
const MessagesPage = screen(screens.messages);
const RemindersPage = screen(screens.reminders);
const SettingsPage = screen(screens.settings);
const EmailsPage = screen(screens.emails);

export const BackOffice = () => (
  <BrokenPage>
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path={signInPath} element={<SignInPage />} />
        <Route
          path={home}
          element={
            <Guard>
              <AdminLayout />
            </Guard>
          }
        >
          <Route index element={<DashboardPage />} />
          <Route path="clients" element={<ClientsPage />} />
          <Route path="subscriptions" element={<SubscriptionsPage />} />
          <Route path="messages" element={<MessagesPage />} />
          <Route path="reminders" element={<RemindersPage />} />
          <Route path="settings" element={<SettingsPage />} />
          <Route path="settings/emails" element={<EmailsPage />} />
        </Route>
        <Route path="*" element={<LeaveForSite />} />
      </Routes>
    </Suspense>
  </BrokenPage>
);

/** The site is another page, so the router alone cannot go there. */
function LeaveForSite() {
  useEffect(() => window.location.replace("/"), []);
  return <Loading />;
}
