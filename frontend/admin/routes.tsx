import { lazy, Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import SignInPage from "./features/sign-in/SignInPage.tsx";
import { moneyPages, movedPages, settingsPages } from "./places.ts";
import { adminScreens, frame, screens } from "./screens.ts";
import { Loading } from "./session/FullScreen.tsx";
import { Guard } from "./session/Guard.tsx";
import { home, signInPath } from "./session/return-path.ts";

const AdminLayout = lazy(frame);
const MoneyLayout = lazy(async () => ({ default: (await import("./TabsLayout.tsx")).MoneyLayout }));
const SettingsLayout = lazy(async () => ({ default: (await import("./TabsLayout.tsx")).SettingsLayout }));
const SecondFactorPage = lazy(async () => ({
  default: (await import("./features/settings/YouPage.tsx")).SecondFactorPage,
}));

const routes = Object.entries(screens).map(([path, { load }]) => {
  const Page = lazy(load);
  const page = <Page />;
  const element = adminScreens.includes(path) ? <Guard requiredRole="admin">{page}</Guard> : page;
  return <Route key={path} path={home + path} element={element} />;
});
type Pages = readonly { to: string }[];
const isOneOf = (pages: Pages) => (route: (typeof routes)[number]) =>
  pages.some(({ to }) => to === route.props.path);
const [money, settings] = [routes.filter(isOneOf(moneyPages)), routes.filter(isOneOf(settingsPages))];
const otherScreens = routes.filter((route) => !money.includes(route) && !settings.includes(route));

/** Opens the page that a former address stands for, with its filters. */
function Moved({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
}

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
          <Route element={<MoneyLayout />}>{money}</Route>
          <Route element={<SettingsLayout />}>{settings}</Route>
          {Object.entries(movedPages).map(([from, to]) => (
            <Route key={from} path={from} element={<Moved to={to} />} />
          ))}
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
