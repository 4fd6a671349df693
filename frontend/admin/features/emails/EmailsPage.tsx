import { Box, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isTemplated, type TemplatedEmail, templateNames } from "../../../../shared/email-templates.ts";
import { hasPaymentInstructions } from "../../../../shared/emails/how-to-pay.ts";
import { texts } from "../../../../shared/emails/texts.ts";
import { Language, languageNames } from "../../../../shared/languages.ts";
import { otherEmails } from "../../../../shared/reminders/other-emails.ts";
import { EmailName } from "../../../../shared/reminders/reminder.ts";
import { Choice } from "../../components/table/filter-controls.tsx";
import { ListLoading, QueryFailure } from "../../components/table/ListState.tsx";
import { useAddress } from "../../components/table/use-list.ts";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { companySettings, emailTemplates } from "../../queries/settings.ts";
import { Preview } from "./Preview.tsx";
import { emailExample } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";
import { TemplateForm } from "./TemplateForm.tsx";

/** Previews of all emails, test sending, and the templates of emails to clients. */
export default function EmailsPage() {
  const { get, set } = useAddress();
  const narrow = useNarrow();
  const email = EmailName.safeParse(get("email")).data ?? "upcoming";
  const { title, reader } = emailNames[email];
  const edited = new Set<EmailName>(useQuery(emailTemplates).data?.words.map(({ email }) => email));
  const language = get("language");
  return (
    <>
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
          <SimpleGrid component="nav" aria-label="Emails" className="ruled" minColWidth={180} spacing={0}>
            {EmailName.options.map((name) => (
              <Box
                component={Link}
                key={name}
                to={`/admin/settings/emails?email=${name}${language && `&language=${language}`}`}
                className="place"
                display="grid"
                px={12}
                py={10}
                lh={1.35}
                aria-current={name === email ? "page" : undefined}
              >
                <span>{emailNames[name].title}</span>
                <Box
                  component="span"
                  className="quiet smaller"
                  fw={400}
                >{`${emailNames[name].to}${edited.has(name) ? ", edited" : ""}`}</Box>
              </Box>
            ))}
          </SimpleGrid>
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

const failed = ["Failed to fetch the email", "An error occurred while fetching the email"] as const;

const languages = Language.options.map((language) => [language, languageNames[language]] as const);

/** The template of an email to clients, in one language at a time. */
function EmailTemplate({ email }: { email: TemplatedEmail }) {
  const { get, set } = useAddress();
  const language = Language.safeParse(get("language")).data ?? "en";
  const settings = useQuery(companySettings);
  const templates = useQuery(emailTemplates);
  return (
    <>
      <Box maw={240}>
        <Choice
          label="Language"
          titled
          value={language}
          options={languages}
          onChange={(language) => set({ language })}
        />
      </Box>
      <QueryFailure query={[settings, templates]} texts={failed} />
      {(settings.isPending || templates.isPending) && <ListLoading>Loading the email...</ListLoading>}
      {settings.data && templates.data && (
        <TemplateForm
          key={`${email}.${language}`}
          email={email}
          language={language}
          company={settings.data}
          all={templates.data}
          original={texts[language].templates(hasPaymentInstructions(settings.data, language))[email]}
        />
      )}
    </>
  );
}

/** An email whose text cannot be edited. */
function FixedEmail({ email }: { email: Exclude<EmailName, TemplatedEmail> }) {
  const query = useQuery(emailExample(email));
  const { data, isPending } = query;
  return (
    <>
      <QueryFailure query={query} texts={failed} />
      {isPending && <ListLoading>Loading the email...</ListLoading>}
      {data && <Preview title={emailNames[email].title} {...data} />}
      <SendTest name={email} />
    </>
  );
}

type Labels = { title: string; to: string; reader: string };

/** Who gets each email, and when. */
const emailNames: Record<EmailName, Labels> = {
  upcoming: {
    title: templateNames.upcoming,
    to: "to clients",
    reader: "To the client before the due date, on the days chosen in Settings.",
  },
  overdue: {
    title: templateNames.overdue,
    to: "to clients",
    reader: "To the client in the first 14 days after the due date, on the days chosen in Settings.",
  },
  "overdue-14": {
    title: templateNames["overdue-14"],
    to: "to clients",
    reader: "To the client from 14 days after the due date, in a firmer tone.",
  },
  "overdue-30": {
    title: templateNames["overdue-30"],
    to: "to clients",
    reader: "To the client from 30 days after the due date. It asks for a decision.",
  },
  receipt: {
    title: templateNames.receipt,
    to: "to clients",
    reader:
      "To the client ten minutes after a payment is recorded, if receipts are switched on in Settings. Not for payments dated more than 30 days back, unless you choose it.",
  },
  ...otherEmails,
};
