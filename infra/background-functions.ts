import { dailyRun } from "../shared/reminders/reminder.ts";

type Schedule = {
  description: string;
  /** Minutes between two runs, or the time of a daily run in the business time zone. */
  when: { everyMinutes: number } | { dailyAt: { hour: number; minute: number } };
  input?: Record<string, unknown>;
};

/** A function is started by schedules, its queue, an event of AWS, or functions that wait for its answer. */
type Trigger =
  | { schedules: Record<string, Schedule> }
  | { queue: string }
  | { event: string }
  | { callers: string };

type BackgroundFunction = {
  trigger: Trigger;
  /** The alarm that notices first when it does not work, and what that means for people. */
  alarm: { name: AlarmName; people: string };
  /** The reason why the function runs, and its cost while nothing happens. */
  price: string;
};

type AlarmName =
  | "BackgroundErrors"
  | "DeadLetters"
  | "RetentionMissed"
  | "SiteUnreachable"
  | "SweepMissed"
  | "WorkStuck";

const POLLS = "idle: $0.26 a month for polls of its queue";

/**
 * The functions that no request waits for. Each is the file of its name in `lambdas/jobs`. The stack, the alarms, the tests and
 * docs/operations.md read this table.
 * A function with M-Pesa's name exists only in a stage with M-Pesa.
 */
export const backgroundFunctions = {
  sweep: {
    trigger: {
      schedules: {
        "daily-run": {
          description: "Sends the reminders that are due.",
          when: { dailyAt: { hour: dailyRun.hour, minute: 0 } },
        },
      },
    },
    alarm: { name: "SweepMissed", people: "nobody was reminded today" },
    price: "30 runs a month",
  },
  send: {
    trigger: { queue: "emails to send" },
    alarm: { name: "BackgroundErrors", people: "reminders are late" },
    price: `a run for up to ten emails; ${POLLS}`,
  },
  delivery: {
    trigger: { event: "SES delivers, bounces or gets a complaint" },
    alarm: { name: "DeadLetters", people: "it is unknown who got emails" },
    price: "a run for each event, two or three an email",
  },
  "message-send": {
    trigger: { queue: "messages of visitors" },
    alarm: { name: "WorkStuck", people: "visitors wait for an answer" },
    price: `a run for each message; ${POLLS}`,
  },
  "outbox-sweep": {
    trigger: {
      schedules: {
        "outbox-sweep": {
          description:
            "Queues what waits and was not done: messages of visitors, receipts, notices, long work, numbers of invoices.",
          when: { everyMinutes: 10 },
        },
      },
    },
    alarm: { name: "DeadLetters", people: "visitors' messages or receipts wait" },
    price: "4,320 runs a month",
  },
  "billing-job": {
    trigger: { queue: "charges, lines of statements and rows of imports to record" },
    alarm: { name: "WorkStuck", people: "payments of a statement and imports are not recorded yet" },
    price: `a run for each job; ${POLLS}`,
  },
  "number-papers": {
    trigger: { queue: "invoices and credit notes to number" },
    alarm: { name: "DeadLetters", people: "invoices have no number" },
    price: `a run for all papers of some seconds; ${POLLS}`,
  },
  "paper-pdf": {
    trigger: { callers: "emails and the client's own page, for a PDF" },
    alarm: { name: "BackgroundErrors", people: "emails go out with nothing attached" },
    price: "a run for each PDF",
  },
  "paybill-job": {
    trigger: { queue: "announcements of M-Pesa to confirm" },
    alarm: { name: "WorkStuck", people: "payments of a statement and imports are not recorded yet" },
    price: `a run for each payment; ${POLLS}`,
  },
  "paybill-pull": {
    trigger: {
      schedules: {
        "paybill-pull": { description: "Reads M-Pesa's list.", when: { everyMinutes: 15 } },
        "paybill-compare": {
          description: "Compares M-Pesa's list with the payments.",
          when: { dailyAt: { hour: 6, minute: 30 } },
          input: { compare: true },
        },
      },
    },
    alarm: { name: "DeadLetters", people: "payments wait" },
    price: "2,910 runs a month",
  },
  probe: {
    trigger: {
      schedules: {
        probe: { description: "Asks the site and the API from outside.", when: { everyMinutes: 5 } },
      },
    },
    alarm: { name: "SiteUnreachable", people: "visitors see no site, or staff cannot sign in" },
    price: "8,640 runs a month",
  },
  retain: {
    trigger: {
      schedules: {
        retention: { description: "Sets when old rows expire.", when: { everyMinutes: 1_440 } },
      },
    },
    alarm: {
      name: "RetentionMissed",
      people: "old messages, emails in the send log and activity are kept longer than people were promised",
    },
    price: "30 runs a month",
  },
  "staff-mail": {
    trigger: { event: "the user pool sends an email" },
    alarm: { name: "BackgroundErrors", people: "staff get no invitations and codes" },
    price: "a run for each invitation and code",
  },
} satisfies Record<string, BackgroundFunction>;

type Table = typeof backgroundFunctions;
export type BackgroundName = keyof Table;

type KeyOfUnion<T> = T extends unknown ? keyof T : never;
type Schedules = {
  [Name in BackgroundName]: Table[Name]["trigger"] extends { schedules: infer S } ? S : never;
}[BackgroundName];
/** The schedules of a stage, by the names that commands and tests use. */
export type ScheduleName = KeyOfUnion<Schedules>;

const rows: [string, BackgroundFunction][] = Object.entries(backgroundFunctions);

/** The functions whose failure an alarm notices first. */
export const functionsOfAlarm = (alarm: AlarmName): string[] =>
  rows.filter(([, row]) => row.alarm.name === alarm).map(([name]) => name);

/** Says in a sentence how people notice an alarm: "Reminders are late, or staff get no invitations and codes". */
export function meaningOf(alarm: AlarmName): string {
  const meanings = new Set(
    rows.filter(([, row]) => row.alarm.name === alarm).map(([, row]) => row.alarm.people),
  );
  return [...meanings].join(", or ").replace(/^./, (first) => first.toUpperCase());
}

/** The schedules of a function, by name. */
export function schedulesOf(name: BackgroundName): [ScheduleName, Schedule][] {
  const { trigger }: BackgroundFunction = backgroundFunctions[name];
  return "schedules" in trigger ? (Object.entries(trigger.schedules) as [ScheduleName, Schedule][]) : [];
}

/** The file of a function. */
export const entryOf = (name: BackgroundName) => `lambdas/jobs/${name}.ts`;

/** The row of a function in docs/operations.md. */
export function rowInDocs(name: BackgroundName): string {
  const { trigger, alarm, price }: BackgroundFunction = backgroundFunctions[name];
  const time = ({ when }: Schedule) =>
    "everyMinutes" in when
      ? `every ${when.everyMinutes} minutes`
      : `daily at ${[when.dailyAt.hour, when.dailyAt.minute].map((part) => String(part).padStart(2, "0")).join(":")}`;
  const starts =
    "schedules" in trigger
      ? schedulesOf(name).map(([schedule, row]) => `\`${schedule}\`, ${time(row)}`)
      : [
          "queue" in trigger
            ? `its queue: ${trigger.queue}`
            : "event" in trigger
              ? trigger.event
              : trigger.callers,
        ];
  return `| \`${entryOf(name)}\` | ${starts.join("; ")} | [${alarm.name}](#${alarm.name.toLowerCase()}): ${alarm.people} | ${price} |`;
}
