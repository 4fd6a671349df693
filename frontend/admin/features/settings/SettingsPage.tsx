import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import { ListLoading } from "../../components/table/ListState.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { companySettings } from "../../queries/settings.ts";
import { CalendarCard } from "./CalendarCard.tsx";
import { DeliverabilityCard } from "./DeliverabilityCard.tsx";
import { PersonCard } from "./PersonCard.tsx";
import { RemindersCard } from "./RemindersCard.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

export { SecondFactorPage } from "./SecondFactorPage.tsx";

export default function SettingsPage() {
  const { data, isPending, isError, refetch } = useQuery(companySettings);
  return (
    <>
      <PageHead
        title="Company Settings"
        name="Settings"
        lead="Company details for emails, reminders and notifications."
      />
      {isPending && <ListLoading>Loading settings...</ListLoading>}
      <Columns widths="minmax(0, 1fr) 380px" gap={32}>
        {!isPending && (
          <SettingsForm
            key={data ? "loaded" : "not loaded"}
            stored={data ?? unsavedSettings}
            loaded={data !== undefined}
            retry={isError ? () => void refetch() : undefined}
          />
        )}
        <Stack gap={24}>
          <RemindersCard />
          <DeliverabilityCard />
          <PersonCard />
          <CalendarCard />
          <Link to="/admin/api" className="small">
            API for developers
          </Link>
        </Stack>
      </Columns>
    </>
  );
}
