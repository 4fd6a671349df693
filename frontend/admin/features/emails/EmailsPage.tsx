import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isWorded, type WordedEmail } from "../../../../shared/emails/worded.ts";
import { EmailName } from "../../../../shared/reminders.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { useAddress } from "../../components/table/use-address.ts";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { emailWords } from "../../queries/settings.ts";
import classes from "./EmailsPage.module.css";
import { OwnWords } from "./OwnWords.tsx";
import { Preview } from "./Preview.tsx";
import { emailExample } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";
import { emailNames } from "./words.ts";

/** The emails as their readers get them, a way to get one oneself, and those to clients in words of one's own. */
export default function EmailsPage() {
  const { get, set } = useAddress();
  const narrow = useNarrow();
  const asked = EmailName.safeParse(get("email"));
  const email = asked.success ? asked.data : "upcoming";
  const { title, reader } = emailNames[email];
  const own = new Set<EmailName>(useQuery(emailWords).data?.words.map(({ email }) => email));
  const language = get("language");
  return (
    <>
      <Link to="/admin/settings" className="small" style={{ display: "block", marginBottom: 12 }}>
        Back to Settings
      </Link>
      <PageHead
        title="Emails"
        lead="What is mailed in your name. The words to clients are yours to change."
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
                to={`/admin/settings/emails?email=${name}${language && `&language=${language}`}`}
                aria-current={name === email ? "page" : undefined}
              >
                {emailNames[name].title}
                <Box component="span" className="quiet smaller" fw={400}>
                  {emailNames[name].to}
                  {own.has(name) && ", own words"}
                </Box>
              </Link>
            ))}
          </nav>
        )}
        <Stack component="section" gap={14} maw={isWorded(email) ? undefined : 720} aria-labelledby="email">
          <h2 id="email">{title}</h2>
          <p className="quiet" style={{ marginTop: -10 }}>
            {reader}
          </p>
          {isWorded(email) ? (
            <OwnWords key={email} email={email} />
          ) : (
            <FixedEmail key={email} email={email} />
          )}
        </Stack>
      </Columns>
    </>
  );
}

/** An email whose words stand. */
function FixedEmail({ email }: { email: Exclude<EmailName, WordedEmail> }) {
  const { data, error, isPending, refetch } = useQuery(emailExample(email));
  return (
    <>
      {error && (
        <ListFailure
          error={error}
          words={["Failed to fetch the email", "An error occurred while fetching the email"]}
          some={data !== undefined}
          retry={() => void refetch()}
        />
      )}
      {isPending && <ListLoading>Loading the email...</ListLoading>}
      {data && <Preview title={emailNames[email].title} {...data} />}
      <SendTest name={email} />
    </>
  );
}
