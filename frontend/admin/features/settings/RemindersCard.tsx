import { Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { Card } from "../../components/ui/Card.tsx";
import { Heartbeat, SenderTrouble } from "../../components/ui/Heartbeat.tsx";

/** Whether the daily run is alive, and the way to what it sends. */
export const RemindersCard = () => (
  <Card title="Reminders">
    <SenderTrouble />
    <Heartbeat />
    <Group gap={10}>
      <Button component={Link} to="/admin/settings/emails" variant="default">
        Emails and their words
      </Button>
      <Button component={Link} to="/admin/reminders" variant="default">
        Send log
      </Button>
    </Group>
  </Card>
);
