import { useQuery } from "@tanstack/react-query";
import { saysHow } from "../../../../shared/emails/how-to-pay.ts";
import { texts } from "../../../../shared/emails/texts.ts";
import type { WordedEmail } from "../../../../shared/emails/worded.ts";
import { Language, languageNames } from "../../../../shared/languages.ts";
import { Choice } from "../../components/table/Choice.tsx";
import { ListFailure, ListLoading } from "../../components/table/ListState.tsx";
import { useAddress } from "../../components/table/use-address.ts";
import { companySettings, emailWords } from "../../queries/settings.ts";
import { WordsForm } from "./WordsForm.tsx";

const languages = Language.options.map((language) => [language, languageNames[language]] as const);

/** An email to clients in words of one's own, in one language at a time. */
export function OwnWords({ email }: { email: WordedEmail }) {
  const { get, set } = useAddress();
  const asked = Language.safeParse(get("language"));
  const language = asked.success ? asked.data : "en";
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
        compact={false}
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
        <WordsForm
          key={`${email}.${language}`}
          email={email}
          language={language}
          company={settings.data}
          all={words.data}
          original={texts[language].original(saysHow(settings.data, language))[email]}
        />
      )}
    </>
  );
}
