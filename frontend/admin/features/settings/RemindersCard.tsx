import { Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { Card } from "../../components/ui/Card.tsx";
import { LastRunStatus, SendingProblem } from "../../components/ui/LastRunStatus.tsx";

/** The status of the daily run, and links to its emails. */
export const RemindersCard = () => (
  <Card title="Reminders">
    <SendingProblem />
    <LastRunStatus />
    <Group gap={10}>
      <Button component={Link} to="/admin/settings/emails" variant="default">
        Email templates
      </Button>
      <Button component={Link} to="/admin/reminders" variant="default">
        Send log
      </Button>
    </Group>
  </Card>
);
