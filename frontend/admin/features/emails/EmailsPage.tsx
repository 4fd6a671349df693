import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { EmailName } from "../../../../shared/reminders.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { useAddress } from "../../components/table/use-address.ts";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import classes from "./EmailsPage.module.css";
import { Preview } from "./Preview.tsx";
import { emailExample } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";
import { emailNames } from "./words.ts";

/** The emails as their readers get them, and a way to get one oneself. */
export default function EmailsPage() {
  const { get, set } = useAddress();
  const narrow = useNarrow();
  const asked = EmailName.safeParse(get("email"));
  const email = asked.success ? asked.data : "upcoming";
  const { data, error, isPending, refetch } = useQuery(emailExample(email));
  const { title, reader } = emailNames[email];
  return (
    <>
      <Link to="/admin/settings" className="small" style={{ display: "block", marginBottom: 12 }}>
        Back to Settings
      </Link>
      <PageHead
        title="Emails"
        lead="What is mailed in your name, with your company's profile and example values."
      />
      <Columns widths="232px minmax(0, 1fr)">
        {narrow ? (
          <Choice
            label="Email"
            value={email}
            options={EmailName.options.map((name) => [name, emailNames[name].title] as const)}
            onChange={(email) => set({ email })}
            compact
          />
        ) : (
          <nav aria-label="Emails" className={`ruled ${classes.names}`}>
            {EmailName.options.map((name) => (
              <Link
                key={name}
                to={`/admin/settings/emails?email=${name}`}
                aria-current={name === email ? "page" : undefined}
              >
                {emailNames[name].title}
                <Box component="span" className="quiet smaller" fw={400}>
                  {emailNames[name].to}
                </Box>
              </Link>
            ))}
          </nav>
        )}
        <Stack component="section" gap={14} maw={720} aria-labelledby="email">
          <h2 id="email">{title}</h2>
          <p className="quiet" style={{ marginTop: -10 }}>
            {reader}
          </p>
          {error && (
            <ListFailure
              error={error}
              words={["Failed to fetch the email", "An error occurred while fetching the email"]}
              some={data !== undefined}
              retry={() => void refetch()}
            />
          )}
          {isPending && <ListLoading>Loading the email...</ListLoading>}
          {data && <Preview title={title} {...data} />}
          <SendTest key={email} name={email} />
        </Stack>
      </Columns>
    </>
  );
}
