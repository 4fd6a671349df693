import { notificationRoutes } from "../../shared/notifications.ts";
import { serve } from "../http.ts";
import { remind } from "../reminders/remind.ts";

export const handler = serve(notificationRoutes, {
  "POST /api/v1/send-notifications": ({ now, today }) => remind({ now, today }),
});
