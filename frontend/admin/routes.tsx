import { lazy, Suspense, useEffect } from "react";
import { Navigate, Route, Routes } from "react-router";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import SignInPage from "./features/sign-in/SignInPage.tsx";
import { adminScreens, frame, screens } from "./screens.ts";
import { Loading } from "./session/FullScreen.tsx";
import { Guard } from "./session/Guard.tsx";
import { home, signInPath } from "./session/return-path.ts";

const AdminLayout = lazy(frame);
const SettingsLayout = lazy(() => import("./SettingsLayout.tsx"));
const SecondFactorPage = lazy(async () => ({
  default: (await import("./features/settings/YouPage.tsx")).SecondFactorPage,
}));

/** The screens inside the settings' layout, or those outside it. */
const routes = (inSettings: boolean) =>
  Object.entries(screens)
    .filter(([path]) => path.startsWith("/settings") === inSettings)
    .map(([path, { load }]) => {
      const Page = lazy(load);
      const page = <Page />;
      const element = adminScreens.includes(path) ? <Guard requiredRole="admin">{page}</Guard> : page;
      return <Route key={path} path={home + path} element={element} />;
    });
const [settings, otherScreens] = [routes(true), routes(false)];

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
          {otherScreens}
          <Route path={`${home}/api`} element={<Navigate to={`${home}/settings/api`} replace />} />
          <Route element={<SettingsLayout />}>{settings}</Route>
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
