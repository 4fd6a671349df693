import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isTemplated, type TemplatedEmail } from "../../../../shared/emails/templates.ts";
import { EmailName } from "../../../../shared/reminders/reminder.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { useAddress } from "../../components/table/use-address.ts";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { emailWords } from "../../queries/settings.ts";
import classes from "./EmailsPage.module.css";
import { EmailTemplate } from "./EmailTemplate.tsx";
import { emailNames } from "./labels.ts";
import { Preview } from "./Preview.tsx";
import { emailExample } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";

/** Previews of all emails, test sending, and the templates of emails to clients. */
export default function EmailsPage() {
  const { get, set } = useAddress();
  const narrow = useNarrow();
  const parsed = EmailName.safeParse(get("email"));
  const email = parsed.success ? parsed.data : "upcoming";
  const { title, reader } = emailNames[email];
  const edited = new Set<EmailName>(useQuery(emailWords).data?.words.map(({ email }) => email));
  const language = get("language");
  return (
    <>
      <Link to="/admin/settings" className="small" style={{ display: "block", marginBottom: 12 }}>
        Back to Settings
      </Link>
      <PageHead
        title="Emails"
        lead="The emails we send for you. Administrators can edit the emails to clients."
      />
      <Columns widths="232px minmax(0, 1fr)">
        {narrow ? (
          <Choice
            label="Email"
            value={email}
            options={EmailName.options.map((name) => [name, emailNames[name].title] as const)}
            onChange={(email) => set({ email })}
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
                  {edited.has(name) && ", edited"}
                </Box>
              </Link>
            ))}
          </nav>
        )}
        <Stack
          component="section"
          gap={14}
          maw={isTemplated(email) ? undefined : 720}
          aria-labelledby="email"
        >
          <h2 id="email">{title}</h2>
          <p className="quiet" style={{ marginTop: -10 }}>
            {reader}
          </p>
          {isTemplated(email) ? (
            <EmailTemplate key={email} email={email} />
          ) : (
            <FixedEmail key={email} email={email} />
          )}
        </Stack>
      </Columns>
    </>
  );
}

/** An email whose text cannot be edited. */
function FixedEmail({ email }: { email: Exclude<EmailName, TemplatedEmail> }) {
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
