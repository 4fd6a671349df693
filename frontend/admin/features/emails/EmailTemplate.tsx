import { useQuery } from "@tanstack/react-query";
import { hasPaymentInstructions } from "../../../../shared/emails/how-to-pay.ts";
import type { TemplatedEmail } from "../../../../shared/emails/templates.ts";
import { texts } from "../../../../shared/emails/texts.ts";
import { Language, languageNames } from "../../../../shared/languages.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { useAddress } from "../../components/table/use-address.ts";
import { companySettings, emailWords } from "../../queries/settings.ts";
import { TemplateForm } from "./TemplateForm.tsx";

const languages = Language.options.map((language) => [language, languageNames[language]] as const);

/** The template of an email to clients, in one language at a time. */
export function EmailTemplate({ email }: { email: TemplatedEmail }) {
  const { get, set } = useAddress();
  const parsed = Language.safeParse(get("language"));
  const language = parsed.success ? parsed.data : "en";
  const settings = useQuery(companySettings);
  const words = useQuery(emailWords);
  const error = settings.error ?? words.error;
  return (
    <>
      <Choice
        label="Language"
        value={language}
        options={languages}
        onChange={(language) => set({ language })}
      />
      {error && (
        <ListFailure
          error={error}
          words={["Failed to fetch the email", "An error occurred while fetching the email"]}
          some={false}
          retry={() => void Promise.all([settings.refetch(), words.refetch()])}
        />
      )}
      {(settings.isPending || words.isPending) && <ListLoading>Loading the email...</ListLoading>}
      {settings.data && words.data && (
        <TemplateForm
          key={`${email}.${language}`}
          email={email}
          language={language}
          company={settings.data}
          all={words.data}
          original={texts[language].templates(hasPaymentInstructions(settings.data, language))[email]}
        />
      )}
    </>
  );
}
