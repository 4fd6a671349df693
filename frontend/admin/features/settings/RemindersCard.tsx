import { Button } from "@mantine/core";
import { Link } from "react-router";
import { Heartbeat, SenderTrouble } from "../../components/ui/Heartbeat.tsx";
import classes from "./SettingsPage.module.css";

/** Whether the daily run is alive, and the way to what it sends. */
export const RemindersCard = () => (
  <section className={classes.card} aria-labelledby="reminders">
    <h2 id="reminders">Reminders</h2>
    <SenderTrouble />
    <Heartbeat />
    <div className={classes.buttons}>
      <Button component={Link} to="/admin/settings/emails" variant="default">
        See the emails
      </Button>
      <Button component={Link} to="/admin/reminders" variant="default">
        Send log
      </Button>
    </div>
  </section>
);
